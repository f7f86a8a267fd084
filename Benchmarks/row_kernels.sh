#!/usr/bin/env bash
# Whether every version of the loops over rows gives the same bits: the sources of CRowKernels and CSampleKernels are compiled as they ship,
# for the oldest processor, for AVX2, for the processor at hand and under sanitizers, and each run on 3 000 random rows.
#
#     Benchmarks/row_kernels.sh
#
# Prints a digest of all results for each; ends with 1 where they differ. Needs clang.
set -euo pipefail
cd "$(dirname "$0")/../Sources"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/digest.c" <<'END'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "row_kernels.h"
#include "sample_kernels.h"

static unsigned long digest = 1469598103934665603UL;

static void take(const double *values, int count) {
  for (int k = 0; k < count; k++) {
    unsigned long bits;
    memcpy(&bits, values + k, sizeof bits);
    digest = (digest ^ bits) * 1099511628211UL;
  }
}

static void take_sums(sagevoice_sums sums) {
  take(&sums.first, 1);
  take(&sums.second, 1);
}

static double number(void) { return (rand() / (double)RAND_MAX - 0.5) * exp(10 * (rand() / (double)RAND_MAX - 0.5)); }

int main(void) {
  static double a[2200], b[2200], c[2200], weights[2200], series[16 * 400];
  double even[8], odd[8], factors[12], newer[12], older[12];
  srand(7);
  for (int trial = 0; trial < 3000; trial++) {
    const int count = rand() % 1000, depth = 1 + count % 300;
    for (int k = 0; k < 2 * count + 20; k++) a[k] = number(), b[k] = number(), weights[k] = number();
    for (int k = 0; k < 16 * depth; k++) series[k] = number();
    for (int k = 0; k < 12; k++) factors[k] = 2 * cos(number());
    const double mean = number(), scale = fabs(number()) + 1e-9, step = tanh(number());
    double value = sagevoice_sum(a, count);
    take(&value, 1);
    value = sagevoice_product(a, b, count);
    take(&value, 1);
    const sagevoice_spread spread = sagevoice_spread_of(a, count + 1, scale);
    take(&spread.sum, 6);
    ptrdiff_t levels[42] = {0};
    sagevoice_count_levels(a, count, mean, scale, 20, levels);
    for (int k = 0; k < 42; k++) value = levels[k], take(&value, 1);
    value = sagevoice_largest_magnitude(a, count, mean);
    take(&value, 1);
    const unsigned long long maxima = sagevoice_local_maxima(a + 1, count % 65, mean);
    memcpy(&value, &maxima, sizeof value);
    take(&value, 1);
    take_sums(sagevoice_product_and_square(a, b, count));
    take_sums(sagevoice_shared_products(weights, a, count));
    take_sums(sagevoice_error_sums(a, b, count));
    sagevoice_taper(a, b, count, mean, c);
    take(c, count);
    sagevoice_log_powers(a, count, scale, 1e-30, c);
    take(c, count);
    sagevoice_powers(a, count, scale, c);
    sagevoice_add_powers(b, count, c);
    take(c, count);
    sagevoice_sinc_polynomial(a + depth, a + depth + 1, series, depth, even, odd);
    take(even, 8);
    take(odd, 8);
    sagevoice_twelve_lines(a, count, factors, newer, older);
    take(newer, 12);
    take(older, 12);
    sagevoice_sinc_series(a, depth, series);
    take(series, 16 * depth);
    value = sagevoice_count_below(a, count, mean);
    take(&value, 1);
    take_sums(sagevoice_around(a, count, mean));
    sagevoice_divide(a, b, count, c);
    take(c, count);
    const ptrdiff_t reach = 1 + count % 5, length = count - count % 8;
    ptrdiff_t starts[13];
    for (int k = 0; k < 2 * reach + 3; k++) starts[k] = rand() % (count + 1);
    sagevoice_mean_rows(a, starts, reach, scale, step, mean, length, c);
    take(c, length);
    c[0] = step;
    const sagevoice_lag_facts facts = sagevoice_normalized_lags(a, b, b + count, length, scale, 2.5, 1e9, c + 1);
    take(&facts.energy, 4);
    take(c, length + 1);
    memcpy(c, b, sizeof b);
    sagevoice_cross_spectrum(a, c, count);
    take(c, 2 * count);
    take_sums(sagevoice_next_errors(a, b, count, step));
    take(a, count);
    take(b, count);
  }
  printf("%016lx\n", digest);
}
END

# Without the choice of the loader the flags alone decide.
cat CRowKernels/row_kernels.c CSampleKernels/sample_kernels.c >"$folder/all.c"
sed 's/^#define BY_PROCESSOR __attribute__.*/#define BY_PROCESSOR/' "$folder/all.c" >"$folder/plain.c"

status=0
first=
try() {
  local name=$1 source=$2 found
  shift 2
  clang -O2 -Wall -Wextra -Werror -ICRowKernels/include -ICSampleKernels/include "$@" "$folder/digest.c" "$source" -lm -o "$folder/digest" 2>"$folder/said" \
    || { cat "$folder/said" >&2; exit 1; }
  found=$("$folder/digest")
  printf '%s %s\n' "$found" "$name"
  first=${first:-$found}
  [ "$found" = "$first" ] || status=1
}
try 'as it ships' "$folder/all.c"
try 'for the oldest processor' "$folder/plain.c"
try 'for AVX2' "$folder/plain.c" -mavx2
try 'for the processor at hand' "$folder/plain.c" -march=native
try 'under sanitizers' "$folder/plain.c" -fsanitize=address,undefined -fno-sanitize-recover=all
exit $status
