// `#embed` is a C23 feature. The toolchain accepts it in every C standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char reference_limits_json[] = {
#embed "../BaselineService/Limits/reference-limits.json"
};
static const unsigned char measured_limits_json[] = {
#embed "../BaselineService/Limits/measured-limits.json"
};
static const unsigned char cut_offs_json[] = {
#embed "../VoiceTypes/Index/cut-offs.json"
};

const embedded_file *embedded_limits(void) {
  static const embedded_file files[] = {
    {"reference-limits.json", reference_limits_json, sizeof reference_limits_json},
    {"measured-limits.json", measured_limits_json, sizeof measured_limits_json},
    {"cut-offs.json", cut_offs_json, sizeof cut_offs_json},
    {0, 0, 0},
  };
  return files;
}
