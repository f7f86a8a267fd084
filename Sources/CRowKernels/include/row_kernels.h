/* The loops over rows that an analysis spends most of its time in, apart from its transforms. Swift compiles for the
   oldest processor of its kind; C compiles these twice, and the loader takes what the processor at hand can do.
   Every version does the same operations in the same order, so that all give the same bits: no product is fused
   with a sum, and lanes are those of the Swift code around.

   Memory: each function reads and writes what its comment says, and keeps nothing. */
#ifndef SAGEVOICE_ROW_KERNELS_H
#define SAGEVOICE_ROW_KERNELS_H

#include <stddef.h>

typedef struct {
  double first, second;
} sagevoice_sums;

typedef struct {
  double energy, step, smallest, largest;
} sagevoice_lag_facts;

/* The sum of `count` values, in eight lanes. */
double sagevoice_sum(const double *row, ptrdiff_t count);

/* The sum of a[k] b[k] over `count` values, in eight lanes. */
double sagevoice_product(const double *a, const double *b, ptrdiff_t count);

/* The sums of a[k] b[k] and of c[k] d[k] over `count` values, each in eight lanes. Two sums at a time keep the
   adders busy. */
sagevoice_sums sagevoice_two_products(
  const double *a, const double *b, const double *c, const double *d, ptrdiff_t count);

/* The sums of x[k] y[k] and of y[k]^2 over `count` values, each in eight lanes. */
sagevoice_sums sagevoice_product_and_square(const double *x, const double *y, ptrdiff_t count);

/* powers[k] = (a[k]^2 + b[k]^2) scale of `count` pairs a[k], b[k]. */
void sagevoice_powers(const double *pairs, ptrdiff_t count, double scale, double *powers);

/* Adds a[k]^2 + b[k]^2 of `count` pairs to sums[k]. */
void sagevoice_add_powers(const double *pairs, ptrdiff_t count, double *sums);

/* The largest |row[k] - mean| of `count` values; zero for none. */
double sagevoice_largest_magnitude(const double *row, ptrdiff_t count, double mean);

/* Bit k is set for each of `count` <= 64 values above the threshold, above row[k - 1] and not below row[k + 1]. */
unsigned long long sagevoice_local_maxima(const double *row, ptrdiff_t count, double threshold);

/* target[k] = (row[k] - mean) weights[k] of `count` values. */
void sagevoice_taper(
  const double *row, const double *weights, ptrdiff_t count, double mean, double *target);

/* The sums of w[k] y[k] and of v[k] y[k] over `count` values y; `weights` are as many w and then as many v. In
   two times four lanes. */
sagevoice_sums sagevoice_shared_products(
  const double *weights, const double *values, ptrdiff_t count);

/* logarithms[k] = ln((a[k]^2 + b[k]^2) factor + floor) of `count` pairs a[k], b[k], to a few units in the last
   place; positive, normal, finite numbers come of them. */
void sagevoice_log_powers(
  const double *pairs, ptrdiff_t count, double factor, double floor, double *logarithms);

/* Writes for each of `depth` distances a series of the sums and one of the differences of weights, eight terms each,
   to `series`. `start` has rows of eight: distances, heights, cosines, sines, versines and sines of the step angle of
   the left samples, the same of the right ones, the offsets, and eight rows with the terms of each node. */
void sagevoice_sinc_series(const double *start, ptrdiff_t depth, double *series);

/* Adds up eight coefficients for the sum and eight for the difference of the values at each of `depth` distances
   from a place: to the left left[-k], to the right right[k], by the series 2k and 2k + 1 of eight. */
void sagevoice_sinc_polynomial(
  const double *left, const double *right, const double *series, ptrdiff_t depth, double *even,
  double *odd);

/* The last value and the one before of Goertzel's recurrence s = x[k] - s'' + f s' over `count` values, for each of
   twelve factors f. */
void sagevoice_twelve_lines(
  const double *values, ptrdiff_t count, const double *factors, double *newer, double *older);

/* The sums of f[k] b[k] and of f[k]^2 + b[k]^2 over `count` values, in eight lanes. */
sagevoice_sums sagevoice_error_sums(const double *f, const double *b, ptrdiff_t count);

/* Sets f[k] to f[k + 1] - r b[k + 1] and b[k] to b[k] - r f[k] for `count` values of rows that have one more, and
   returns the sums of what was set, as above. */
sagevoice_sums sagevoice_next_errors(double *f, double *b, ptrdiff_t count, double r);

/* Sums of a conjugated spectrum times eight others over `count` bins, P = sum of conj(x[k]) y[k]. For bin k, real
   parts are at 16 k and imaginary parts at 16 k + 8: of x one number, of y eight. Adds the real part of P times
   turns[0 ... 3], and its imaginary part times turns[4 ... 7], to the eight rows of eight `sums`. */
void sagevoice_add_cross_products(
  const float *x, const float *y, ptrdiff_t count, const float *turns, float *sums);

/* The number of values below the threshold. */
ptrdiff_t sagevoice_count_below(const double *values, ptrdiff_t count, double threshold);

/* The largest value below the threshold and the smallest of the others; infinities without any. */
sagevoice_sums sagevoice_around(const double *values, ptrdiff_t count, double threshold);

/* ratios[k] = dividends[k] / divisors[k] of `count` values. */
void sagevoice_divide(
  const double *dividends, const double *divisors, ptrdiff_t count, double *ratios);

/* means[k] = scale (the middle row and `reach - 1` on either side) + edge (the next two) + outer (the next two) of
   2 reach + 3 rows of `table` that begin at `starts`; `count` is a multiple of eight. */
void sagevoice_mean_rows(
  const double *table, const ptrdiff_t *starts, ptrdiff_t reach, double scale, double edge,
  double outer, ptrdiff_t count, double *means);

/* For `count` windows, a multiple of eight, the energy changes by entering[k]^2 - leaving[k]^2;
   correlations[k] = sums[k] scale / sqrt(head energy). Returns the last energy, the least difference of neighbouring
   correlations from correlations[-1] on, and the smallest and the largest energy from the first one on. */
sagevoice_lag_facts sagevoice_normalized_lags(
  const double *sums, const double *leaving, const double *entering, ptrdiff_t count, double scale,
  double head, double energy, double *correlations);

/* Multiplies `count` complex values of `second` by the conjugates of those of `first`. */
void sagevoice_cross_spectrum(const double *first, double *second, ptrdiff_t count);

#endif
