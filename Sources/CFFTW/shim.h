#include <fftw3.h>

/* The version is an array of unknown length, which Swift does not import. */
static inline const char *sagevoice_fftw_version(void) { return fftw_version; }
