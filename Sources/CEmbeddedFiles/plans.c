// `#embed` is a C23 feature. The toolchain accepts it in every C standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char measured_plans_txt[] = {
#embed "../DSPCore/FFT/Plans/measured-plans.txt"
};
static const unsigned char estimated_plans_txt[] = {
#embed "../DSPCore/FFT/Plans/estimated-plans.txt"
};

const embedded_file *embedded_plans(void) {
  static const embedded_file files[] = {
    {"measured-plans.txt", measured_plans_txt, sizeof measured_plans_txt},
    {"estimated-plans.txt", estimated_plans_txt, sizeof estimated_plans_txt},
    {0, 0, 0},
  };
  return files;
}
