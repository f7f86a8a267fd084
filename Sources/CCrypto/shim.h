// OpenSSL 3 marks the hash functions without providers as deprecated. They save a process the start of the providers.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/sha.h>
