#!/usr/bin/env bash
# Submit a job of snakemake to Slurm and print its id: submit.sh RULE JOBID CPUS MEM_MB MINUTES SCRIPT
site=(
  # --account=
  # --partition=
  # --qos=
  # --reservation=
)
mkdir -p "logs/slurm/$1" || exit
exec sbatch --parsable --no-requeue --job-name="smk-$1-$2" --cpus-per-task="$3" --mem="$4" --time="$5" \
  --output="logs/slurm/$1/%j.log" "${site[@]}" "$6"
