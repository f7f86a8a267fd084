// Files of the sources that the compiler reads into the programs with `#embed` (C23), so that a copied program needs no
// file beside it. The compiler notices when a file changes.

#include <stddef.h>

/// A file: its name without the folder, and its bytes.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t count;
} embedded_file;

/// The files of a kind, which end with one that has no name.
const embedded_file *embedded_plans(void);
const embedded_file *embedded_limits(void);
const embedded_file *embedded_articles(void);
const embedded_file *embedded_page(void);
const embedded_file *embedded_passwords(void);
const embedded_file *embedded_migrations(void);
const embedded_file *embedded_texts(void);
