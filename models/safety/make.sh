#!/bin/sh
# Makes src/safety/detectors/passage-weights.ts again: sh models/safety/make.sh [work folder] [folder of real skills...]
# The passages are in this folder. Real skills, which teach what is ordinary, are fetched from npm unless folders are given;
# a folder holds <package>--<skill>/SKILL.md. Needs node, npm and python3 with numpy; two minutes.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$here/../work/safety}
[ $# -gt 0 ] && shift
mkdir -p "$work"
work=$(cd "$work" && pwd)

# Packages that carry skills; what their newest version holds changes, so the weights made later differ a little.
PACKAGES="claude-code-skills ecc-universal bmad-method clawdbot @claude-flow/cli claude-flow oh-my-opencode claude-mem cc-sdd
superpowers-mcp @tanstack/router-core @tanstack/db @tanstack/intent agent-browser trigger.dev claude-skills @qwen-code/qwen-code
react-doctor hyperframes exa-mcp-server @google/gemini-cli @playwright/cli apify-cli compromise openskills ruflo skill-creator"

if [ $# -eq 0 ]; then
  if [ ! -d "$work/skills" ]; then
    for package in $PACKAGES; do
      name=$(printf %s "$package" | sed 's/^@/_/; s/\//_/')
      [ -d "$work/packages/$name" ] && continue
      mkdir -p "$work/packages/$name"
      archive=$(cd "$work" && npm pack --silent --ignore-scripts "$package")
      tar -xzf "$work/$archive" -C "$work/packages/$name"
      rm "$work/$archive"
    done
    mkdir -p "$work/skills"
    for name in $(ls "$work/packages"); do
      find "$work/packages/$name" -name SKILL.md | while read -r file; do
        folder=$(dirname "$file")
        target="$work/skills/$name--$(basename "$folder")"
        [ -d "$target" ] || cp -R "$folder" "$target"
      done
    done
  fi
  set -- "$work/skills"
fi

cd "$here/../.."
npx tsx models/safety/windows.ts "$work/windows.jsonl" "$@"
OMP_NUM_THREADS=1 python3 models/safety/train.py "$work/windows.jsonl" src/safety/detectors/passage-weights.ts
npx biome format --write src/safety/detectors/passage-weights.ts
