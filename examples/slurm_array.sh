#!/bin/sh
# Plays a simulation on many machines with Slurm, and adds the games up to one table:
#
#   TASKS=20 GAMES=5000 sh examples/slurm_array.sh --bot careful crypt.dng
#
# submits an array of 20 tasks and a job that merges their games, here of the seeds 0 to 99999, when all tasks have
# ended. The arguments are those of `dungeon simulate`, without seeds and format; options of the merge, such as
# `--expect 20%..60%`, go to MERGE. The games go to the folder FOLDER, a file for each task; the table goes to the output
# of the last job. If a task was stopped, that output names the missing seeds. The same command then plays only the
# tasks that are missing. slurm_train.sh trains learners.
#SBATCH --job-name=dungeon
#SBATCH --cpus-per-task=4
#SBATCH --time=01:00:00
set -eu
tasks=${TASKS:-10}   # tasks of the array
games=${GAMES:-1000} # games per task, bot and dungeon
folder=${FOLDER:-games}
merge=${MERGE:-}
export TASKS="$tasks" GAMES="$games" FOLDER="$folder" MERGE="$merge"

if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  for number in "$tasks" "$games"; do
    case $number in
      '' | 0* | *[!0-9]*) echo "expected whole numbers of at least 1 for TASKS and GAMES, found $number" >&2 && exit 2 ;;
    esac
  done
  # Finds mistakes in the arguments before the tasks wait in the queue.
  dungeon simulate --seeds 0..0 --threads 1 --format jsonl "$@" >/dev/null
  mkdir -p "$folder"
  study="$tasks tasks of $games games: $*"
  if ls "$folder"/*.jsonl >/dev/null 2>&1 && [ "$(cat "$folder/study" 2>/dev/null)" != "$study" ]; then
    echo "$folder holds the games of other arguments: choose another FOLDER" >&2
    exit 2
  fi
  echo "$study" >"$folder/study"
  array=$(sbatch --parsable --array="0-$((tasks - 1))" "$0" "$@")
  seeds="0..$((tasks * games - 1))"
  exec sbatch --dependency="afterany:${array%%;*}" --job-name=merge --cpus-per-task=1 \
    --wrap="dungeon simulate --merge --seeds $seeds \$MERGE \"\$FOLDER\"/*.jsonl"
fi

file=$folder/$SLURM_ARRAY_TASK_ID.jsonl
if [ -e "$file" ]; then exit; fi
first=$((SLURM_ARRAY_TASK_ID * games))
dungeon simulate --seeds "$first..$((first + games - 1))" --threads "${SLURM_CPUS_PER_TASK:-1}" \
  --format jsonl "$@" >"$file.part"
mv "$file.part" "$file"
