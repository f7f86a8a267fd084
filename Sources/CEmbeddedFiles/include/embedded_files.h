// Source files embedded with `#embed` (C23), so that a program needs no other file. The compiler
// tracks changes of the files.

#include <stddef.h>

/// Embedded file: name without folder, and bytes.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t count;
} embedded_file;

/// Files of one kind, terminated by an entry without a name.
const embedded_file *embedded_plans(void);
const embedded_file *embedded_limits(void);
const embedded_file *embedded_schemas(void);
const embedded_file *embedded_articles(void);
const embedded_file *embedded_page(void);
const embedded_file *embedded_passwords(void);
const embedded_file *embedded_migrations(void);
const embedded_file *embedded_texts(void);
