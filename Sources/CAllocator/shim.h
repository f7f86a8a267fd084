// The settings of the C library's allocator, which Swift's module of it leaves out.
#include <malloc.h>
