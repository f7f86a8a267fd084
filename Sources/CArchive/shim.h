#include <archive.h>
#include <archive_entry.h>

/* The kinds are macros with casts, which Swift does not import. */
static inline int sagevoice_entry_is_file(struct archive_entry *entry) {
  return archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == NULL &&
         archive_entry_symlink(entry) == NULL;
}

static inline int sagevoice_entry_is_folder(struct archive_entry *entry) {
  return archive_entry_filetype(entry) == AE_IFDIR;
}

static inline void sagevoice_entry_set_file(struct archive_entry *entry) {
  archive_entry_set_filetype(entry, AE_IFREG);
}
