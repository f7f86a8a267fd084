// The interface of RecordStore uses files, times and hashes of Platform.
@_exported public import Platform
