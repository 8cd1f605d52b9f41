#!/usr/bin/env bash
# The state of a Slurm job, for snakemake: success, failed or running.
state=$(squeue --noheader --states=all --jobs="$1" --format=%T 2>/dev/null | head -n 1)
[ -n "$state" ] || state=$(sacct --allocations --noheader --parsable2 --jobs="$1" --format=State 2>/dev/null | head -n 1)
case "$state" in
  COMPLETED) echo success ;;
  PENDING | RUNNING | CONFIGURING | COMPLETING | SUSPENDED | REQUEUED | RESIZING | "") echo running ;;
  *) echo failed ;;
esac
