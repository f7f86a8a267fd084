#!/usr/bin/env bash
# Tests the script of the action on recordings of Fixtures/voices.
#
#     Packaging/action/test.sh PROGRAM
set -euo pipefail

(($# == 1)) || { sed -n '4p' "$0" >&2; exit 64; }
export SAGEVOICE_BINARY
SAGEVOICE_BINARY=$(realpath "$1")
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset GITHUB_ACTIONS

# Compares the output and the status of the script with the expected ones.
expect() {
  local name=$1 status=$2 pattern=$3 found=0 output
  shift 3
  output=$("$@" Packaging/action/check.py "${arguments[@]}" 2>&1) || found=$?
  if [[ $found != "$status" ]] || ! grep -qE -- "$pattern" <<<"$output"; then
    printf '%s: status %s in place of %s, or no %s in\n%s\n' "$name" "$found" "$status" "$pattern" "$output" >&2
    exit 1
  fi
}

mkdir "$folder/set" "$folder/set/day 2"
cp Fixtures/voices/coswara_21_a.wav "$folder/set"
cp Fixtures/voices/svd_0001_a_n.wav "$folder/set/day 2"
arguments=("$folder/set")
expect 'measurable recordings' 0 '^2 recordings, 0 not measurable' env
arguments=(--verdict pass "$folder/set")
expect 'a stricter verdict' 1 '/coswara_21_a.wav: verdict warn: warned ' env
expect 'the summary of a stricter verdict' 1 '^2 recordings, 1 not measurable' env

head -c 20000 Fixtures/voices/coswara_14_a.wav >"$folder/set/day 2/cut, 100%.wav"
arguments=("$folder/set")
expect 'a truncated recording' 1 '/day 2/cut, 100%.wav: truncated: ' env
expect 'the summary' 1 '^3 recordings, 1 not measurable' env
expect 'an annotation' 1 '^::error file=.*/day 2/cut%2C 100%25.wav::truncated: ' env GITHUB_ACTIONS=true

arguments=("$folder/none")
expect 'a missing folder' 1 'not_found: ' env
mkdir "$folder/empty"
arguments=("$folder/empty")
expect 'a folder without recordings' 66 'no WAV file' env
printf 'the action: 8 cases passed\n'
