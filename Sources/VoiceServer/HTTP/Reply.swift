// What a request is answered with.

package import RecordStore
internal import VoiceTypes

/// An answer.
package struct Reply: Sendable {
  /// What is sent.
  package enum Content: Sendable {
    case none
    case bytes([UInt8])
    /// Pieces as they come; the answer ends with them.
    case stream(AsyncStream<[UInt8]>)
    /// A file, which is removed when the answer is gone.
    case file(SentFile)
  }

  /// The status by RFC 9110.
  package var status: Int

  /// Headers in their order.
  package var headers: [(name: String, value: String)] = []

  /// What is sent.
  package var content: Content

  /// The share of bounded work that is free again when the answer is gone.
  var share: WorkShare?

  /// An answer with bytes of a media type.
  init(_ status: Int, _ type: String, _ bytes: [UInt8]) {
    self.status = status
    content = .bytes(bytes)
    headers = [("Content-Type", type)]
  }

  /// An answer with JSON.
  init(_ status: Int = 200, json: JSONValue) {
    self.init(status, "application/json", json.fileBytes)
  }

  /// An answer with a file of a media type.
  init(_ status: Int, _ type: String, _ file: SentFile) {
    (self.status, content) = (status, .file(file))
    headers = [("Content-Type", type)]
  }

  /// The head of an answer of a media type whose content was not made.
  init(headOf type: String) {
    (status, content) = (200, .none)
    headers = [("Content-Type", type)]
  }

  /// An answer without anything in it.
  init(empty status: Int) { (self.status, content) = (status, .none) }

  /// An answer that goes on.
  init(events: AsyncStream<[UInt8]>) {
    status = 200
    content = .stream(events)
    headers = [
      ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
      // nginx would hold events back until a page of memory is full.
      ("X-Accel-Buffering", "no"),
    ]
  }

  /// Whether it goes on until its stream ends.
  var isStream: Bool { if case .stream = content { true } else { false } }

  /// The same with another header.
  func with(_ name: String, _ value: String) -> Reply {
    var reply = self
    reply.headers.append((name, value))
    return reply
  }

  /// The value of a header; nil where there is none.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Leaves out what would be sent, and says how much it would be (RFC 9110, 9.3.2).
  mutating func leaveContentOut() {
    switch content {
    case .bytes(let bytes): setUnlessThere("Content-Length", "\(bytes.count)")
    case .file(let file): setUnlessThere("Content-Length", "\(file.size)")
    case .none, .stream: break
    }
    content = .none
  }

  /// Puts a header there unless it has one of that name.
  mutating func setUnlessThere(_ name: String, _ value: String) {
    if header(name) == nil { headers.append((name, value)) }
  }
}

/// A file that is sent piece by piece. It is removed with the last reference to it.
package final class SentFile: Sendable {
  /// The most bytes of a piece.
  static let pieceBytes = 1 << 18

  /// Its length in bytes.
  package let size: Int

  private let path: String
  private let files: any FileSystem

  /// The file at a path. From now on it is this object's to remove.
  init(at path: String, on files: any FileSystem) throws(FileSystemError) {
    (self.path, self.files) = (path, files)
    size = try files.facts(of: path)?.size ?? 0
  }

  /// Bytes from `offset` on; none at the end.
  package func piece(from offset: Int) throws(FileSystemError) -> [UInt8] {
    try files.read(path, from: offset, count: Self.pieceBytes)
  }

  deinit { try? files.removeIfThere(path) }
}
