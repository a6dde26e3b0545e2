#!/bin/sh
# Trains learners on many machines with Slurm, and prints their results, the best last:
#
#   RATES="0.0002 0.0005" LEARNERS=3 sh examples/slurm_train.sh crypt --cpu-minutes 10
#
# submits an array with a task for each learning rate and each seed from 0, and a job that sorts the results when all
# tasks have ended. The arguments are those of python/examples/train.py, without seed and rate. Each result goes to a
# file of the folder FOLDER; the same command trains only the learners that are missing. Bots play the same test games
# with `FOLDER=bots TASKS=1 GAMES=200 sh examples/slurm_array.sh crypt`. All machines need python3 with what learners
# need (`pip install ./python jax flax optax`), and this repository at the same place.
#SBATCH --job-name=dungeon-train
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
set -eu
rates=${RATES:-0.0005}     # learning rates, with spaces between
learners=${LEARNERS:-3}    # seeds of each rate
folder=${FOLDER:-learners}

if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  case $learners in
    '' | 0* | *[!0-9]*) echo "expected a whole number of at least 1 for LEARNERS, found $learners" >&2 && exit 2 ;;
  esac
  if [ $# = 0 ]; then echo "name a dungeon" >&2 && exit 2; fi
  mkdir -p "$folder"
  study="learners: $*"
  if ls "$folder"/*.txt >/dev/null 2>&1 && [ "$(cat "$folder/study" 2>/dev/null)" != "$study" ]; then
    echo "$folder holds the results of other arguments: choose another FOLDER" >&2
    exit 2
  fi
  echo "$study" >"$folder/study"
  # Slurm runs a copy of this script, elsewhere.
  train=$(cd "$(dirname "$0")/.." && pwd)/python/examples/train.py
  export RATES="$rates" LEARNERS="$learners" FOLDER="$folder" TRAIN="$train"
  set -f
  last=$(($(set -- $rates && echo $#) * learners - 1))
  array=$(sbatch --parsable --array="0-$last" "$0" "$@")
  exec sbatch --dependency="afterany:${array%%;*}" --job-name=results --cpus-per-task=1 \
    --wrap="sort -k 5n \"\$FOLDER\"/*.txt; ls \"\$FOLDER\"/*.txt | wc -l | sed 's/\$/ of $((last + 1)) learners are done/'"
fi

seed=$((SLURM_ARRAY_TASK_ID % learners))
nth=$((SLURM_ARRAY_TASK_ID / learners))
rate=$(set -- $rates && shift "$nth" && echo "$1")
file=$folder/rate-$rate-seed-$seed.txt
if [ -e "$file" ]; then exit; fi
python3 "$TRAIN" "$@" --seed "$seed" --learning-rate "$rate" >"$file.part"
sed -i "s/^.*: \([0-9]* of\)/rate $rate, seed $seed: \1/" "$file.part"
mv "$file.part" "$file"
