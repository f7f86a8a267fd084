// `#embed` is a C23 feature. The toolchain accepts it in every C standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char frame_plans_txt[] = {
#embed "../DSPCore/FFT/Plans/frame-plans.txt"
};
static const unsigned char signal_plans_txt[] = {
#embed "../DSPCore/FFT/Plans/signal-plans.txt"
};

const embedded_file *embedded_plans(void) {
  static const embedded_file files[] = {
    {"frame-plans.txt", frame_plans_txt, sizeof frame_plans_txt},
    {"signal-plans.txt", signal_plans_txt, sizeof signal_plans_txt},
    {0, 0, 0},
  };
  return files;
}
