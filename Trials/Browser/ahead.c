// Sets the clock of a program DAYS_AHEAD days ahead, by LD_PRELOAD. (libfaketime leaves a Swift program without arguments.)
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  int status = (int)syscall(SYS_clock_gettime, clock, time);
  const char *days = getenv("DAYS_AHEAD");
  if (status == 0 && clock == CLOCK_REALTIME && days) time->tv_sec += 86400L * atol(days);
  return status;
}
