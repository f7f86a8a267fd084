// libarchive reads and writes files, so each sync bundle (a ZIP file) needs a temporary file.

internal import RecordStore
internal import VoicePipeline

struct SyncBundleFile {
  private let folder: String
  private let path: String
  private let files: any FileSystem

  /// Creates a reference to a file with a unique name.
  init(in folder: String, _ files: any FileSystem, named name: String) {
    (self.folder, self.files) = (folder, files)
    path = "\(folder)/\(name).zip"
  }

  /// Parses and checks a sync bundle.
  func parcel(_ bytes: [UInt8]) throws(ExchangeError) -> SyncBundle {
    defer { try? files.removeIfThere(path) }
    try step { () throws(FileSystemError) in
      try files.ensureFolder(folder)
      try files.create(path, bytes)
    }
    do throws(ExchangeError) {
      return try SyncBundle(at: path, on: files)
    } catch {
      guard case .input(_, let problem) = error else { throw error }
      throw .unsound(path: path, problems: [problem])
    }
  }

  /// Writes a bundle and returns its file, which the last reference deletes.
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

  /// Writes a bundle and returns its bytes.
  func bytes(
    _ pack: (String, String) throws(ExchangeError) -> Void
  ) throws(ExchangeError) -> [UInt8] {
    let file = try file(pack)
    let bytes = try step { () throws(FileSystemError) in try files.read(path) }
    // The file is deleted with its last reference, so it must outlive the read.
    withExtendedLifetime(file) {}
    return bytes
  }

  private func step<Value>(
    _ body: () throws(FileSystemError) -> Value
  ) throws(ExchangeError) -> Value {
    do throws(FileSystemError) { return try body() } catch { throw .store(.fileSystem(error)) }
  }
}
