#include <fftw3.h>

/* The first members of FFTW's planner and plan, and what a planner calls after it has measured a plan. */
typedef struct sagevoice_plan {
  const void *functions;
  double additions, multiplications, fused, others;
  double cost;
} sagevoice_plan;

typedef struct sagevoice_planner {
  const void *functions;
  void (*hook)(struct sagevoice_planner *, sagevoice_plan *, const void *problem, int is_best);
} sagevoice_planner;

sagevoice_planner *fftw_the_planner(void);

/* Computes the sines of a plan (3), or frees them (0). */
void fftw_plan_awake(sagevoice_plan *, int state);

/* The clock of FFTW's measurements. */
static inline unsigned long long sagevoice_ticks(void) { return __builtin_readcyclecounter(); }
