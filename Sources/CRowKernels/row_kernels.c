#include "row_kernels.h"

/* Says whether the C library is glibc. */
#include <limits.h>

/* One version for processors with registers of four numbers, one for all; the loader of glibc chooses. */
#if defined(__x86_64__) && defined(__GLIBC__)
#define BY_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define BY_PROCESSOR
#endif

/* Into every version of what calls it; vectors go by their address, which is gone with the call. */
#define PART static inline __attribute__((always_inline))

#pragma STDC FP_CONTRACT OFF

enum { LANES = 8 };

typedef double four __attribute__((ext_vector_type(4), aligned(8)));
typedef double eight __attribute__((ext_vector_type(8), aligned(8)));
typedef float eight_short __attribute__((ext_vector_type(8), aligned(4)));
typedef unsigned long long bits __attribute__((ext_vector_type(4)));
typedef long long integers __attribute__((ext_vector_type(4)));
typedef long eight_integers __attribute__((ext_vector_type(8)));

#define FOUR(row, index) (*(const four *)((row) + (index)))
#define EIGHT(row, index) (*(const eight *)((row) + (index)))
#define SET_FOUR(row, index, value) (*(four *)((row) + (index)) = (value))
#define SET_EIGHT(row, index, value) (*(eight *)((row) + (index)) = (value))

static ptrdiff_t whole(ptrdiff_t count) { return count - count % LANES; }

/* One lane after the other, as Swift adds them. */
#define SUM_OF_FOUR(v) ((((v)[0] + (v)[1]) + (v)[2]) + (v)[3])
#define SUM_OF_EIGHT(v) ((((SUM_OF_FOUR(v) + (v)[4]) + (v)[5]) + (v)[6]) + (v)[7])

BY_PROCESSOR
double sagevoice_sum(const double *row, ptrdiff_t count) {
  eight lanes = 0;
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES) lanes += EIGHT(row, k);
  double sum = SUM_OF_EIGHT(lanes);
  for (ptrdiff_t k = end; k < count; k++) sum += row[k];
  return sum;
}

BY_PROCESSOR
double sagevoice_product(const double *a, const double *b, ptrdiff_t count) {
  eight lanes = 0;
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES) lanes += EIGHT(a, k) * EIGHT(b, k);
  double sum = SUM_OF_EIGHT(lanes);
  for (ptrdiff_t k = end; k < count; k++) sum += a[k] * b[k];
  return sum;
}

BY_PROCESSOR
sagevoice_sums sagevoice_two_products(
  const double *a, const double *b, const double *c, const double *d, ptrdiff_t count) {
  eight first = 0, second = 0;
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES) {
    first += EIGHT(a, k) * EIGHT(b, k);
    second += EIGHT(c, k) * EIGHT(d, k);
  }
  double sum = SUM_OF_EIGHT(first), other = SUM_OF_EIGHT(second);
  for (ptrdiff_t k = end; k < count; k++) {
    sum += a[k] * b[k];
    other += c[k] * d[k];
  }
  return (sagevoice_sums){sum, other};
}

BY_PROCESSOR
sagevoice_sums sagevoice_product_and_square(const double *x, const double *y, ptrdiff_t count) {
  eight products = 0, squares = 0;
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES) {
    const eight values = EIGHT(y, k);
    products += EIGHT(x, k) * values;
    squares += values * values;
  }
  double product = SUM_OF_EIGHT(products), square = SUM_OF_EIGHT(squares);
  for (ptrdiff_t k = end; k < count; k++) {
    product += x[k] * y[k];
    square += y[k] * y[k];
  }
  return (sagevoice_sums){product, square};
}

BY_PROCESSOR
void sagevoice_powers(const double *pairs, ptrdiff_t count, double scale, double *powers) {
  const ptrdiff_t end = count - count % 4;
  for (ptrdiff_t k = 0; k < end; k += 4) {
    const eight squares = EIGHT(pairs, 2 * k) * EIGHT(pairs, 2 * k);
    SET_FOUR(powers, k, (squares.even + squares.odd) * scale);
  }
  for (ptrdiff_t k = end; k < count; k++)
    powers[k] = (pairs[2 * k] * pairs[2 * k] + pairs[2 * k + 1] * pairs[2 * k + 1]) * scale;
}

BY_PROCESSOR
void sagevoice_add_powers(const double *pairs, ptrdiff_t count, double *sums) {
  const ptrdiff_t end = count - count % 4;
  for (ptrdiff_t k = 0; k < end; k += 4) {
    const eight squares = EIGHT(pairs, 2 * k) * EIGHT(pairs, 2 * k);
    SET_FOUR(sums, k, FOUR(sums, k) + (squares.even + squares.odd));
  }
  for (ptrdiff_t k = end; k < count; k++)
    sums[k] += pairs[2 * k] * pairs[2 * k] + pairs[2 * k + 1] * pairs[2 * k + 1];
}

BY_PROCESSOR
double sagevoice_largest_magnitude(const double *row, ptrdiff_t count, double mean) {
  eight lowest = 0, highest = 0;
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES) {
    const eight values = EIGHT(row, k) - mean;
    lowest = values < lowest ? values : lowest;
    highest = values > highest ? values : highest;
  }
  double peak = 0;
  for (int lane = 0; lane < LANES; lane++) {
    if (highest[lane] > peak) peak = highest[lane];
    if (-lowest[lane] > peak) peak = -lowest[lane];
  }
  for (ptrdiff_t k = end; k < count; k++) {
    const double magnitude = __builtin_fabs(row[k] - mean);
    if (magnitude > peak) peak = magnitude;
  }
  return peak;
}

BY_PROCESSOR
unsigned long long sagevoice_local_maxima(const double *row, ptrdiff_t count, double threshold) {
  unsigned long long found = 0;
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES) {
    const eight here = EIGHT(row, k);
    const eight_integers is =
      (here > threshold) & (here > EIGHT(row, k - 1)) & (here >= EIGHT(row, k + 1));
    if (!__builtin_reduce_or(is)) continue;
    for (int lane = 0; lane < LANES; lane++) found |= (is[lane] & 1ULL) << (k + lane);
  }
  for (ptrdiff_t k = end; k < count; k++) {
    const int is = (row[k] > threshold) & (row[k] > row[k - 1]) & (row[k] >= row[k + 1]);
    found |= (unsigned long long)is << k;
  }
  return found;
}

BY_PROCESSOR
void sagevoice_taper(
  const double *row, const double *weights, ptrdiff_t count, double mean, double *target) {
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES)
    SET_EIGHT(target, k, (EIGHT(row, k) - mean) * EIGHT(weights, k));
  for (ptrdiff_t k = end; k < count; k++) target[k] = (row[k] - mean) * weights[k];
}

BY_PROCESSOR
sagevoice_sums sagevoice_shared_products(
  const double *weights, const double *values, ptrdiff_t count) {
  const double *shares = weights + count;
  four even = 0, odd = 0, even_share = 0, odd_share = 0;
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES) {
    const four near = FOUR(values, k), far = FOUR(values, k + 4);
    even += FOUR(weights, k) * near;
    odd += FOUR(weights, k + 4) * far;
    even_share += FOUR(shares, k) * near;
    odd_share += FOUR(shares, k + 4) * far;
  }
  const four both = even + odd, shared = even_share + odd_share;
  double sum = SUM_OF_FOUR(both), share = SUM_OF_FOUR(shared);
  for (ptrdiff_t k = end; k < count; k++) {
    sum += weights[k] * values[k];
    share += shares[k] * values[k];
  }
  return (sagevoice_sums){sum, share};
}

/* x = 2^e m with sqrt(1/2) <= m < sqrt(2); s = (m - 1) / (m + 1); ln m = 2 artanh s, an odd series in s, whose
   quotient (2 artanh s / s - 2) / s^2 is a polynomial in s^2 that meets it at six Chebyshev nodes. It takes the
   exponent out of the bits of x after those of sqrt(1/2), without its lower half, stand for those of one. */
PART void logarithm(const four *x, four *result) {
  const unsigned long long one = 0x3FF0000000000000, root_half = 0x3FE6A09E00000000;
  const unsigned long long counter = 0x4330000000000000, mantissa = 0x000FFFFFFFFFFFFF;
  const double bias = 4503599627370496.0 + 1023.0;
  /* A cast of a vector leaves its bits. */
  const bits shifted = (bits)*x + (one - root_half);
  const four exponent = (four)((shifted >> 52) | counter) - bias;
  const four m = (four)((shifted & mantissa) + root_half);
  const four s = (m - 1) / (m + 1), z = s * s, w = z * z;
  const four series = (0.6666666666666208 + 0.40000000011206505 * z)
    + w
      * ((0.2857142413832416 + 0.22222862280108716 * z)
         + w * (0.18140193802865992 + 0.16621817152858928 * z));
  *result = exponent * (6.93147180369123816490e-01 + 1.90821492927058770002e-10)
    + s * (2 + z * series);
}

BY_PROCESSOR
void sagevoice_log_powers(
  const double *pairs, ptrdiff_t count, double factor, double floor, double *logarithms) {
  const ptrdiff_t end = count - count % 4;
  for (ptrdiff_t k = 0; k < end; k += 4) {
    const eight four_pairs = EIGHT(pairs, 2 * k);
    const four real = four_pairs.even, imaginary = four_pairs.odd;
    const four power = (real * real + imaginary * imaginary) * factor + floor;
    logarithm(&power, (four *)(logarithms + k));
  }
  for (ptrdiff_t k = end; k < count; k++) {
    const double real = pairs[2 * k], imaginary = pairs[2 * k + 1];
    const four power = (real * real + imaginary * imaginary) * factor + floor;
    four result;
    logarithm(&power, &result);
    logarithms[k] = result[0];
  }
}

BY_PROCESSOR
void sagevoice_sinc_polynomial(
  const double *left, const double *right, const double *series, ptrdiff_t depth, double *even,
  double *odd) {
  eight sums = 0, differences = 0;
  for (ptrdiff_t k = 0; k < depth; k++) {
    const double before = left[-k], after = right[k];
    sums += (before + after) * EIGHT(series, 2 * k * LANES);
    differences += (before - after) * EIGHT(series, (2 * k + 1) * LANES);
  }
  SET_EIGHT(even, 0, sums);
  SET_EIGHT(odd, 0, differences);
}

/* The weights at the current distances; `side` has distances, heights, cosines, sines, versines and sines of the step
   angle, and advances to the next distances. */
PART void next_weights(eight *side, eight *weights) {
  const eight cosine = side[2], sine = side[3];
  *weights = side[1] / side[0] * (1 + cosine);
  side[2] = cosine - (side[4] * cosine + side[5] * sine);
  side[3] = sine - (side[4] * sine - side[5] * cosine);
  side[0] += 1;
  side[1] = -side[1];
}

PART void write_series(const eight *values, const double *columns, double *series) {
  eight sum = 0;
  for (int node = 0; node < LANES; node++) sum += (*values)[node] * EIGHT(columns, node * LANES);
  SET_EIGHT(series, 0, sum);
}

BY_PROCESSOR
void sagevoice_sinc_series(const double *start, ptrdiff_t depth, double *series) {
  eight left[6], right[6];
  for (int row = 0; row < 6; row++) {
    left[row] = EIGHT(start, row * LANES);
    right[row] = EIGHT(start, (row + 6) * LANES);
  }
  const eight offsets = EIGHT(start, 12 * LANES);
  for (ptrdiff_t k = 0; k < depth; k++) {
    eight of_left, of_right;
    next_weights(left, &of_left);
    next_weights(right, &of_right);
    const eight sum = 0.5 * (of_left + of_right);
    const eight difference = 0.5 * (of_left - of_right) / offsets;
    write_series(&sum, start + 13 * LANES, series + 2 * k * LANES);
    write_series(&difference, start + 13 * LANES, series + (2 * k + 1) * LANES);
  }
}

/* Two samples per step: the oldest value is overwritten by the newest, so no value is moved. There are three rows
   of four, because two are updated while the third waits for its sums. The last two values of twelve lines fit
   into the registers of every 64-bit processor. A thirteenth would go through memory at every sample. */
BY_PROCESSOR
void sagevoice_twelve_lines(
  const double *values, ptrdiff_t count, const double *factors, double *newer, double *older) {
  const four f0 = FOUR(factors, 0), f1 = FOUR(factors, 4), f2 = FOUR(factors, 8);
  four s0 = 0, s1 = 0, s2 = 0, t0 = 0, t1 = 0, t2 = 0;
  const ptrdiff_t end = count - count % 2;
  for (ptrdiff_t k = 0; k < end; k += 2) {
    const double value = values[k], next = values[k + 1];
    t0 = (value - t0) + f0 * s0;
    t1 = (value - t1) + f1 * s1;
    t2 = (value - t2) + f2 * s2;
    s0 = (next - s0) + f0 * t0;
    s1 = (next - s1) + f1 * t1;
    s2 = (next - s2) + f2 * t2;
  }
  if (end < count) {
    const double value = values[end];
    const four last0 = (value - t0) + f0 * s0, last1 = (value - t1) + f1 * s1;
    const four last2 = (value - t2) + f2 * s2;
    t0 = s0, t1 = s1, t2 = s2;
    s0 = last0, s1 = last1, s2 = last2;
  }
  SET_FOUR(newer, 0, s0);
  SET_FOUR(newer, 4, s1);
  SET_FOUR(newer, 8, s2);
  SET_FOUR(older, 0, t0);
  SET_FOUR(older, 4, t1);
  SET_FOUR(older, 8, t2);
}

/* Adds the places that do not make eight. */
PART sagevoice_sums error_sums(
  const eight *products, const eight *energies, const double *f, const double *b, ptrdiff_t first,
  ptrdiff_t count) {
  double product = SUM_OF_EIGHT(*products), energy = SUM_OF_EIGHT(*energies);
  for (ptrdiff_t k = first; k < count; k++) {
    product += f[k] * b[k];
    energy += f[k] * f[k] + b[k] * b[k];
  }
  return (sagevoice_sums){product, energy};
}

BY_PROCESSOR
sagevoice_sums sagevoice_error_sums(const double *f, const double *b, ptrdiff_t count) {
  eight products = 0, energies = 0;
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES) {
    const eight ahead = EIGHT(f, k), behind = EIGHT(b, k);
    products += ahead * behind;
    energies += ahead * ahead + behind * behind;
  }
  return error_sums(&products, &energies, f, b, end, count);
}

/* What comes after eight places is read before they are written. */
BY_PROCESSOR
sagevoice_sums sagevoice_next_errors(double *f, double *b, ptrdiff_t count, double r) {
  eight products = 0, energies = 0;
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES) {
    const eight ahead = EIGHT(f, k), behind = EIGHT(b, k);
    const eight next_ahead = EIGHT(f, k + 1) - r * EIGHT(b, k + 1);
    const eight next_behind = behind - r * ahead;
    SET_EIGHT(f, k, next_ahead);
    SET_EIGHT(b, k, next_behind);
    products += next_ahead * next_behind;
    energies += next_ahead * next_ahead + next_behind * next_behind;
  }
  for (ptrdiff_t k = end; k < count; k++) {
    const double ahead = f[k], behind = b[k];
    f[k] = f[k + 1] - r * b[k + 1];
    b[k] = behind - r * ahead;
  }
  return error_sums(&products, &energies, f, b, end, count);
}

BY_PROCESSOR
void sagevoice_add_cross_products(
  const float *x, const float *y, ptrdiff_t count, const float *turns, float *sums) {
  eight_short a = 0, b = 0, c = 0, d = 0;
  for (ptrdiff_t k = 0; k < 2 * LANES * count; k += 2 * LANES) {
    const eight_short real = *(const eight_short *)(y + k);
    const eight_short imaginary = *(const eight_short *)(y + k + LANES);
    a += x[k] * real;
    b += x[k + LANES] * imaginary;
    c += x[k] * imaginary;
    d += x[k + LANES] * real;
  }
  const eight_short shared = a + b, opposed = c - d;
  for (int lag = 0; lag < 4; lag++) {
    *(eight_short *)(sums + LANES * lag) += shared * turns[lag];
    *(eight_short *)(sums + LANES * (lag + 4)) += opposed * turns[lag + 4];
  }
}

BY_PROCESSOR
ptrdiff_t sagevoice_count_below(const double *values, ptrdiff_t count, double threshold) {
  integers lanes = 0;
  const ptrdiff_t end = whole(count);
  /* A true lane is -1. */
  for (ptrdiff_t k = 0; k < end; k += LANES)
    lanes -= (FOUR(values, k) < threshold) + (FOUR(values, k + 4) < threshold);
  ptrdiff_t below = lanes[0] + lanes[1] + lanes[2] + lanes[3];
  for (ptrdiff_t k = end; k < count; k++) below += values[k] < threshold;
  return below;
}

BY_PROCESSOR
sagevoice_sums sagevoice_around(const double *values, ptrdiff_t count, double threshold) {
  const double infinity = __builtin_inf();
  four largest = -infinity, smallest = infinity;
  const ptrdiff_t end = count - count % 4;
  for (ptrdiff_t k = 0; k < end; k += 4) {
    const four value = FOUR(values, k);
    largest = ((value < threshold) & (value > largest)) ? value : largest;
    smallest = ((value >= threshold) & (value < smallest)) ? value : smallest;
  }
  double low = -infinity, high = infinity;
  for (int lane = 0; lane < 4; lane++) {
    if (largest[lane] > low) low = largest[lane];
    if (smallest[lane] < high) high = smallest[lane];
  }
  for (ptrdiff_t k = end; k < count; k++) {
    if (values[k] < threshold) {
      if (values[k] > low) low = values[k];
    } else if (values[k] < high) {
      high = values[k];
    }
  }
  return (sagevoice_sums){low, high};
}

BY_PROCESSOR
void sagevoice_divide(
  const double *dividends, const double *divisors, ptrdiff_t count, double *ratios) {
  const ptrdiff_t end = whole(count);
  for (ptrdiff_t k = 0; k < end; k += LANES)
    SET_EIGHT(ratios, k, EIGHT(dividends, k) / EIGHT(divisors, k));
  for (ptrdiff_t k = end; k < count; k++) ratios[k] = dividends[k] / divisors[k];
}

BY_PROCESSOR
void sagevoice_mean_rows(
  const double *table, const ptrdiff_t *starts, ptrdiff_t reach, double scale, double edge,
  double outer, ptrdiff_t count, double *means) {
  const ptrdiff_t *middle = starts + reach + 1;
  for (ptrdiff_t k = 0; k < count; k += LANES) {
    eight sum = EIGHT(table, middle[0] + k);
    for (ptrdiff_t distance = 1; distance < reach; distance++)
      sum += EIGHT(table, middle[-distance] + k) + EIGHT(table, middle[distance] + k);
    const eight last = EIGHT(table, middle[-reach] + k) + EIGHT(table, middle[reach] + k);
    const eight next = EIGHT(table, middle[-reach - 1] + k) + EIGHT(table, middle[reach + 1] + k);
    SET_EIGHT(means, k, sum * scale + edge * last + outer * next);
  }
}

/* Pairs first: only every other sum waits for the one before. */
PART void next_energies(const eight *changes, double *energy, eight *energies) {
  const four evens = changes->even, pairs = evens + changes->odd;
  const double second = pairs[0] + pairs[1], third = second + pairs[2];
  const four after = {pairs[0], second, third, third + pairs[3]};
  const four before = {0, pairs[0], second, third};
  const four near = evens + before;
  *energies = *energy + (eight){near[0], after[0], near[1], after[1], near[2], after[2], near[3], after[3]};
  *energy += after[3];
}

BY_PROCESSOR
sagevoice_lag_facts sagevoice_normalized_lags(
  const double *sums, const double *leaving, const double *entering, ptrdiff_t count, double scale,
  double head, double energy, double *correlations) {
  eight steps = __builtin_inf(), smallest = energy, largest = energy;
  double last = correlations[-1];
  for (ptrdiff_t k = 0; k < count; k += LANES) {
    const eight out = EIGHT(leaving, k), in = EIGHT(entering, k);
    const eight changes = in * in - out * out;
    eight energies;
    next_energies(&changes, &energy, &energies);
    const eight row = EIGHT(sums, k) * scale / __builtin_elementwise_sqrt(head * energies);
    SET_EIGHT(correlations, k, row);
    eight step = row - __builtin_shufflevector(row, row, 0, 0, 1, 2, 3, 4, 5, 6);
    step[0] = row[0] - last;
    last = row[7];
    const eight size = step < 0 ? -step : step;
    steps = size < steps ? size : steps;
    smallest = energies < smallest ? energies : smallest;
    largest = energies > largest ? energies : largest;
  }
  sagevoice_lag_facts facts = {energy, steps[0], smallest[0], largest[0]};
  for (int lane = 1; lane < LANES; lane++) {
    if (steps[lane] < facts.step) facts.step = steps[lane];
    if (smallest[lane] < facts.smallest) facts.smallest = smallest[lane];
    if (largest[lane] > facts.largest) facts.largest = largest[lane];
  }
  return facts;
}

BY_PROCESSOR
void sagevoice_cross_spectrum(const double *first, double *second, ptrdiff_t count) {
  const ptrdiff_t end = count - count % 2;
  for (ptrdiff_t k = 0; k < end; k += 2) {
    const four a = FOUR(first, 2 * k), b = FOUR(second, 2 * k);
    const four turned = __builtin_shufflevector(b, b, 1, 0, 3, 2);
    const four real = __builtin_shufflevector(a, a, 0, 0, 2, 2);
    const four imaginary = __builtin_shufflevector(a, a, 1, 1, 3, 3) * (four){1, -1, 1, -1};
    SET_FOUR(second, 2 * k, real * b + imaginary * turned);
  }
  for (ptrdiff_t k = end; k < count; k++) {
    const double a = first[2 * k], b = first[2 * k + 1], c = second[2 * k], d = second[2 * k + 1];
    second[2 * k] = a * c + b * d;
    second[2 * k + 1] = a * d - b * c;
  }
}
