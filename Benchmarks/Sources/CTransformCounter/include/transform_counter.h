/* Counts what a program asks of FFTW, by standing in front of it.
 *
 * The functions that plan and execute real transforms are defined here once more; the linker binds
 * the whole executable to these, and they hand on to the library. What is counted is therefore
 * what is computed, whoever computes it, and cannot fall behind the code that is measured. */

#ifndef TRANSFORM_COUNTER_H
#define TRANSFORM_COUNTER_H

#include <stddef.h>

/* Transforms of one size and direction. */
struct transform_tally {
  /* Real samples in one transform. */
  int size;
  /* Whether samples become a spectrum, or a spectrum samples. */
  int is_forward;
  /* The flags it was planned with. */
  unsigned flags;
  /* How many were executed. */
  long long count;
};

/* Starts counting from zero. Not for several threads. */
void transform_counter_start(void);

/* Stops counting; returns how many different tallies there are. */
size_t transform_counter_stop(void);

/* The tally at `index`, in the order of first use since the start. */
struct transform_tally transform_counter_tally(size_t index);

/* How many plans or transforms were of a kind that is not counted, since the program began. */
long long transform_counter_unknown(void);

#endif
