#!/usr/bin/env bash
# Tests a wheel in a new virtual environment, against the program on the command line.
#
#     Packaging/python/test.sh WHEEL BINARY [PYTEST-ARGUMENTS...]
#
# BINARY is the program that the wheel was made of. Optional packages that pip cannot install are named, and the tests
# that need them are skipped. PYTHON selects another Python than python3, PACKAGES a part of the optional packages.
set -euo pipefail

(($# >= 2)) || { sed -n '4p' "$0" >&2; exit 64; }
wheel=$(realpath "$1")
command=$(realpath "$2")
shift 2
tests=$(cd "$(dirname "$0")" && pwd)/tests
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${PYTHON:-python3}" -m venv "$work/venv"
pip=("$work/venv/bin/pip" install --quiet --disable-pip-version-check)
"${pip[@]}" --no-index --no-deps "$wheel"
"${pip[@]}" pytest
all='numpy pandas polars pyarrow praat-parselmouth opensmile fhir.resources==8.3.0 bids-validator-deno==3.0.2
nbformat nbclient ipykernel joblib click b2aiprep==4.0.0 senselab==1.3.0'
for package in ${PACKAGES-$all}; do
  options=(--only-binary :all:)
  # Without torch and other packages of gigabytes, which the tested functions do not use.
  [[ $package != @(b2aiprep|senselab)* ]] || options=(--no-deps)
  "${pip[@]}" "${options[@]}" "$package" || printf 'not installed: %s\n' "$package" >&2
done

cd "$work"
SAGEVOICE_COMMAND=$command "$work/venv/bin/python" -m pytest -q -rs -p no:cacheprovider "$@" "$tests"
