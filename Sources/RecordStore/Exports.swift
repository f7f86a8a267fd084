// Whoever stores records needs files, times and hashes.
@_exported public import Platform
