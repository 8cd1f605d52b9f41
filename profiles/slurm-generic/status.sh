#!/usr/bin/env bash
# The state of a Slurm job, for snakemake: status.sh ID prints success, failed or running.
state=$(squeue --noheader --states=all --jobs="$1" --format=%T 2>&1 | head -n 1)
case "$state" in
  "" | *"Invalid job id"*) # ended, and squeue has forgotten it
    state=$(sacct --allocations --noheader --parsable2 --jobs="$1" --format=State 2>/dev/null | head -n 1)
    ;;
esac
case "$state" in
  COMPLETED) echo success ;;
  "" | BOOT_FAIL | CANCELLED* | DEADLINE | FAILED | NODE_FAIL | OUT_OF_MEMORY | PREEMPTED | TIMEOUT) echo failed ;;
  *) echo running ;; # also while Slurm does not answer
esac
