#!/bin/sh
# Plays a simulation on many machines with Slurm, and adds the games up to one table:
#
#   TASKS=20 GAMES=5000 sh examples/slurm_array.sh --bot careful crypt.dng
#
# submits an array of 20 tasks and a job that merges their games, here of the seeds 0 to 99999, when all tasks have
# ended. The arguments are those of `dungeon simulate`, without seeds and format. The games go to the folder FOLDER,
# a file for each task; the table goes to the output of the last job. If a task was stopped, that output names the
# missing seeds and the command that plays them.
#SBATCH --job-name=dungeon
#SBATCH --cpus-per-task=4
#SBATCH --time=01:00:00
set -eu
tasks=${TASKS:-10}   # tasks of the array
games=${GAMES:-1000} # games per task, bot and dungeon
folder=${FOLDER:-games}
export TASKS="$tasks" GAMES="$games" FOLDER="$folder"

if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  mkdir -p "$folder"
  array=$(sbatch --parsable --array="0-$((tasks - 1))" "$0" "$@")
  seeds="0..$((tasks * games - 1))"
  exec sbatch --dependency="afterany:$array" --wrap="dungeon simulate --merge --seeds $seeds \"\$FOLDER\"/*.jsonl"
fi

first=$((SLURM_ARRAY_TASK_ID * games))
exec dungeon simulate --seeds "$first..$((first + games - 1))" --threads "${SLURM_CPUS_PER_TASK:-1}" \
  --format jsonl "$@" >"$folder/$SLURM_ARRAY_TASK_ID.jsonl"
