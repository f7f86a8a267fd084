/* Swift's squareRoot() is C's sqrt, which has an error number to set for negative values: every
   lane of a vector is computed by itself and followed by a branch. This is the instruction alone,
   whose result is the same to the last bit. */
typedef double sagevoice_double8 __attribute__((ext_vector_type(8)));

static inline __attribute__((always_inline)) sagevoice_double8
sagevoice_square_roots(sagevoice_double8 values) {
  return __builtin_elementwise_sqrt(values);
}
