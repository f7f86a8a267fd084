/* Loops over the samples of a file, compiled as those of CRowKernels: every version gives the same bits. */
#ifndef SAGEVOICE_SAMPLE_KERNELS_H
#define SAGEVOICE_SAMPLE_KERNELS_H

#include <stddef.h>

typedef struct {
  double sum, squares, lowest, highest, least_step, largest_step;
} sagevoice_spread;

/* The sums of x and of x^2, the extremes of x, and the least and the largest |x[k] - x[k - 1]| that is not zero, of
   x[k] = row[k] scale for `count` > 0 values, in four lanes; infinity and zero for a constant. */
sagevoice_spread sagevoice_spread_of(const double *row, ptrdiff_t count, double scale);

/* Counts `count` values by their distance from the mean in widths, rounded and at most `levels`: those above the mean
   in counts[0 ... levels], the others in the next levels + 1. */
void sagevoice_count_levels(
  const double *row, ptrdiff_t count, double mean, double inverse_width, ptrdiff_t levels, ptrdiff_t *counts);

#endif
