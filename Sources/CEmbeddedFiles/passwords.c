// `#embed` is a C23 feature. The toolchain accepts it in every C standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "embedded_files.h"

static const unsigned char license_txt[] = {
#embed "../VoiceServer/People/Passwords/LICENSE.txt"
};
static const unsigned char common_passwords_txt[] = {
#embed "../VoiceServer/People/Passwords/common-passwords.txt"
};

const embedded_file *embedded_passwords(void) {
  static const embedded_file files[] = {
    {"LICENSE.txt", license_txt, sizeof license_txt},
    {"common-passwords.txt", common_passwords_txt, sizeof common_passwords_txt},
    {0, 0, 0},
  };
  return files;
}
