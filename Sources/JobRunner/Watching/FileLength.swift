// Whether a file is as long as it says, from as few of its bytes as tell it.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// A file that may still be written to.
struct FileLength: Sendable {
  /// A page, which holds the header of nearly every recording.
  private static let firstBytes = 4096

  let files: any FileSystem
  let path: String
  let size: Int

  /// How its size stands to its header; one that cannot be read now does not say.
  var ofRecording: DeclaredSizeStatus {
    let first = promise(by: Self.firstBytes)
    guard first == .unknown, size > Self.firstBytes else { return first }
    return promise(by: FileBeginning.bytesWanted)
  }

  private func promise(by count: Int) -> DeclaredSizeStatus {
    guard let bytes = try? files.read(path, from: 0, count: min(count, size)) else {
      return .unknown
    }
    return FileBeginning.promise(bytes, fileBytes: size)
  }
}

extension FileStamp {
  /// The state of a file.
  init(_ facts: FileFacts) {
    self.init(
      device: facts.device, inode: facts.inode, size: facts.size,
      modified: facts.modifiedNanoseconds)
  }
}
