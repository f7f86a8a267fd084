// A parcel is a ZIP file, and libarchive works on files: what passes is a file for a moment.

internal import RecordStore
internal import VoicePipeline

/// A file that is there while one parcel is made or read.
struct PassingFile {
  private let folder: String
  private let path: String
  private let files: any FileSystem

  /// A file of a name that no other has, in a folder that is made where there is none.
  init(in folder: String, _ files: any FileSystem, named name: String) {
    (self.folder, self.files) = (folder, files)
    path = "\(folder)/\(name).zip"
  }

  /// What bytes hold, checked.
  func parcel(_ bytes: [UInt8]) throws(ExchangeError) -> Parcel {
    defer { try? files.removeIfThere(path) }
    try step { () throws(FileSystemError) in
      try files.ensureFolder(folder)
      try files.create(path, bytes)
    }
    do throws(ExchangeError) {
      return try Parcel(at: path, on: files)
    } catch {
      guard case .input(_, let problem) = error else { throw error }
      throw .unsound(path: path, problems: [problem])
    }
  }

  /// The file that is made there; it is removed with the last reference to it.
  func file(
    _ pack: (String, String) throws(ExchangeError) -> Void
  ) throws(ExchangeError) -> SentFile {
    try step { () throws(FileSystemError) in try files.ensureFolder(folder) }
    do throws(ExchangeError) {
      try pack(path, SoftwareVersion.current)
      return try step { () throws(FileSystemError) in try SentFile(at: path, on: files) }
    } catch {
      try? files.removeIfThere(path)
      throw error
    }
  }

  /// The bytes of what is made there.
  func bytes(
    _ pack: (String, String) throws(ExchangeError) -> Void
  ) throws(ExchangeError) -> [UInt8] {
    let file = try file(pack)
    let bytes = try step { () throws(FileSystemError) in try files.read(path) }
    // The file goes with its last reference, and not before it was read.
    withExtendedLifetime(file) {}
    return bytes
  }

  private func step<Value>(
    _ body: () throws(FileSystemError) -> Value
  ) throws(ExchangeError) -> Value {
    do throws(FileSystemError) { return try body() } catch { throw .store(.fileSystem(error)) }
  }
}
