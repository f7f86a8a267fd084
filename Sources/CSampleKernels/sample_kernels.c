#include "sample_kernels.h"

/* Defines __GLIBC__. */
#include <limits.h>

#if defined(__x86_64__) && defined(__GLIBC__)
#define BY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define BY_PROCESSOR
#endif

#pragma STDC FP_CONTRACT OFF

typedef double four __attribute__((ext_vector_type(4), aligned(8)));

#define FOUR(row, index) (*(const four *)((row) + (index)))

BY_PROCESSOR
sagevoice_spread sagevoice_spread_of(const double *row, ptrdiff_t count, double scale) {
  const double first = row[0] * scale;
  const four no_step = __builtin_inf();
  four low = first, high = first, sums = 0, energies = 0, least = no_step, most = 0;
  const ptrdiff_t end = count - count % 4;
  for (ptrdiff_t k = 0; k < end; k += 4) {
    const four x = FOUR(row, k) * scale;
    const four before = k > 0 ? FOUR(row, k - 1) * scale : (four){first, x[0], x[1], x[2]};
    const four steps = __builtin_elementwise_abs(x - before);
    const four differing = steps > 0 ? steps : no_step;
    least = differing < least ? differing : least;
    most = steps > most ? steps : most;
    low = x < low ? x : low;
    high = x > high ? x : high;
    sums += x;
    energies += x * x;
  }
  sagevoice_spread s = {
    (sums[0] + sums[1]) + (sums[2] + sums[3]), (energies[0] + energies[1]) + (energies[2] + energies[3]),
    __builtin_reduce_min(low), __builtin_reduce_max(high), __builtin_reduce_min(least), __builtin_reduce_max(most)};
  for (ptrdiff_t k = end; k < count; k++) {
    const double x = row[k] * scale, step = __builtin_fabs(x - row[k > 0 ? k - 1 : 0] * scale);
    if (step > 0 && step < s.least_step) s.least_step = step;
    if (step > s.largest_step) s.largest_step = step;
    if (x < s.lowest) s.lowest = x;
    if (x > s.highest) s.highest = x;
    s.sum += x;
    s.squares += x * x;
  }
  return s;
}

BY_PROCESSOR
void sagevoice_count_levels(
  const double *row, ptrdiff_t count, double mean, double inverse_width, ptrdiff_t levels, ptrdiff_t *counts) {
  for (ptrdiff_t k = 0; k < count; k++) {
    const double distance = row[k] - mean;
    const ptrdiff_t level = (ptrdiff_t)(__builtin_fabs(distance) * inverse_width + 0.5);
    counts[(distance > 0 ? 0 : levels + 1) + (level < levels ? level : levels)]++;
  }
}
