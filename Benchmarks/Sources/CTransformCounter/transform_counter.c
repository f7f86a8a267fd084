#define _GNU_SOURCE
#include "transform_counter.h"

#include <dlfcn.h>
#include <fftw3.h>
#include <stdlib.h>

/* Plans alive at a time; a pool of transforms keeps some dozens. */
enum { MOST_PLANS = 4096, MOST_TALLIES = 256 };

struct known_plan {
  fftw_plan plan;
  int size;
  int howmany;
  int is_forward;
  unsigned flags;
};

static struct known_plan plans[MOST_PLANS];
static size_t plan_count;
static struct transform_tally tallies[MOST_TALLIES];
static size_t tally_count;
static int is_counting;
static long long unknown;

/* The library's own function of this name. */
static void *library_function(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

static fftw_plan note(fftw_plan plan, int size, int howmany, int is_forward, unsigned flags) {
  if (!plan) return plan;
  if (plan_count == MOST_PLANS) {
    unknown += 1;
    return plan;
  }
  plans[plan_count++] = (struct known_plan){plan, size, howmany, is_forward, flags};
  return plan;
}

static void count(fftw_plan plan) {
  if (!is_counting) return;
  const struct known_plan *known = NULL;
  for (size_t i = plan_count; i-- > 0 && !known;)
    if (plans[i].plan == plan) known = &plans[i];
  if (!known) {
    unknown += 1;
    return;
  }
  for (size_t i = 0; i < tally_count; i++) {
    struct transform_tally *tally = &tallies[i];
    if (tally->size == known->size && tally->is_forward == known->is_forward &&
        tally->flags == known->flags) {
      tally->count += known->howmany;
      return;
    }
  }
  if (tally_count == MOST_TALLIES) {
    unknown += 1;
    return;
  }
  tallies[tally_count++] = (struct transform_tally){
      known->size, known->is_forward, known->flags, known->howmany};
}

void transform_counter_start(void) {
  tally_count = 0;
  is_counting = 1;
}

size_t transform_counter_stop(void) {
  is_counting = 0;
  return tally_count;
}

struct transform_tally transform_counter_tally(size_t index) {
  if (index >= tally_count) abort();
  return tallies[index];
}

long long transform_counter_unknown(void) { return unknown; }

/* ---- In front of the library ---- */

fftw_plan fftw_plan_dft_r2c_1d(int n, double *in, fftw_complex *out, unsigned flags) {
  static fftw_plan (*next)(int, double *, fftw_complex *, unsigned);
  if (!next) next = library_function("fftw_plan_dft_r2c_1d");
  return note(next(n, in, out, flags), n, 1, 1, flags);
}

fftw_plan fftw_plan_dft_c2r_1d(int n, fftw_complex *in, double *out, unsigned flags) {
  static fftw_plan (*next)(int, fftw_complex *, double *, unsigned);
  if (!next) next = library_function("fftw_plan_dft_c2r_1d");
  return note(next(n, in, out, flags), n, 1, 0, flags);
}

fftw_plan fftw_plan_many_dft_r2c(
    int rank, const int *n, int howmany, double *in, const int *inembed, int istride, int idist,
    fftw_complex *out, const int *onembed, int ostride, int odist, unsigned flags) {
  static fftw_plan (*next)(
      int, const int *, int, double *, const int *, int, int, fftw_complex *, const int *, int,
      int, unsigned);
  if (!next) next = library_function("fftw_plan_many_dft_r2c");
  fftw_plan plan = next(
      rank, n, howmany, in, inembed, istride, idist, out, onembed, ostride, odist, flags);
  return rank == 1 ? note(plan, n[0], howmany, 1, flags) : plan;
}

fftw_plan fftw_plan_many_dft_c2r(
    int rank, const int *n, int howmany, fftw_complex *in, const int *inembed, int istride,
    int idist, double *out, const int *onembed, int ostride, int odist, unsigned flags) {
  static fftw_plan (*next)(
      int, const int *, int, fftw_complex *, const int *, int, int, double *, const int *, int,
      int, unsigned);
  if (!next) next = library_function("fftw_plan_many_dft_c2r");
  fftw_plan plan = next(
      rank, n, howmany, in, inembed, istride, idist, out, onembed, ostride, odist, flags);
  return rank == 1 ? note(plan, n[0], howmany, 0, flags) : plan;
}

void fftw_destroy_plan(fftw_plan plan) {
  static void (*next)(fftw_plan);
  if (!next) next = library_function("fftw_destroy_plan");
  for (size_t i = plan_count; i-- > 0;)
    if (plans[i].plan == plan) {
      plans[i] = plans[--plan_count];
      break;
    }
  next(plan);
}

void fftw_execute(const fftw_plan plan) {
  static void (*next)(const fftw_plan);
  if (!next) next = library_function("fftw_execute");
  count(plan);
  next(plan);
}

void fftw_execute_dft_r2c(const fftw_plan plan, double *in, fftw_complex *out) {
  static void (*next)(const fftw_plan, double *, fftw_complex *);
  if (!next) next = library_function("fftw_execute_dft_r2c");
  count(plan);
  next(plan, in, out);
}

void fftw_execute_dft_c2r(const fftw_plan plan, fftw_complex *in, double *out) {
  static void (*next)(const fftw_plan, fftw_complex *, double *);
  if (!next) next = library_function("fftw_execute_dft_c2r");
  count(plan);
  next(plan, in, out);
}
