// `#embed` is a C23 feature. The toolchain accepts it in every C standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char avqi_1_schema_json[] = {
#embed "../VoiceTypes/Document/avqi-1.schema.json"
};

const embedded_file *embedded_schemas(void) {
  static const embedded_file files[] = {
    {"avqi-1.schema.json", avqi_1_schema_json, sizeof avqi_1_schema_json},
    {0, 0, 0},
  };
  return files;
}
