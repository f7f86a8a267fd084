package import RecordStore
internal import VoiceTypes

package struct APIResponse: Sendable {
  package enum Content: Sendable {
    case none
    case bytes([UInt8])
    /// A stream of pieces; the response ends with the stream.
    case stream(AsyncStream<[UInt8]>)
    /// A file that is deleted after the response has been sent.
    case file(SentFile)
  }

  package var status: Int

  /// The headers in the order of sending.
  package var headers: [(name: String, value: String)] = []

  package var content: Content

  /// The concurrency slot, released with the response.
  var share: WorkSlot?

  init(_ status: Int, _ type: String, _ bytes: [UInt8]) {
    self.status = status
    content = .bytes(bytes)
    headers = [("Content-Type", type)]
  }

  init(_ status: Int = 200, json: JSONValue) {
    self.init(status, "application/json", json.fileBytes)
  }

  init(_ status: Int, _ type: String, _ file: SentFile) {
    (self.status, content) = (status, .file(file))
    headers = [("Content-Type", type)]
  }

  /// Creates a response to `HEAD` for a body that was not generated.
  init(headOf type: String) {
    (status, content) = (200, .none)
    headers = [("Content-Type", type)]
  }

  init(empty status: Int) { (self.status, content) = (status, .none) }

  init(events: AsyncStream<[UInt8]>) {
    status = 200
    content = .stream(events)
    headers = [
      ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
      // nginx buffers events unless this header is set.
      ("X-Accel-Buffering", "no"),
    ]
  }

  var isStream: Bool { if case .stream = content { true } else { false } }

  /// Returns a copy with an additional header.
  func with(_ name: String, _ value: String) -> APIResponse {
    var reply = self
    reply.headers.append((name, value))
    return reply
  }

  /// Returns the value of a header; nil when absent.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Removes the body and sets `Content-Length` to its size (RFC 9110, 9.3.2).
  mutating func leaveContentOut() {
    switch content {
    case .bytes(let bytes): setUnlessThere("Content-Length", "\(bytes.count)")
    case .file(let file): setUnlessThere("Content-Length", "\(file.size)")
    case .none, .stream: break
    }
    content = .none
  }

  /// Adds a header unless one of that name exists.
  mutating func setUnlessThere(_ name: String, _ value: String) {
    if header(name) == nil { headers.append((name, value)) }
  }
}

/// A temporary file that is sent in pieces. The last reference deletes it.
package final class SentFile: Sendable {
  static let pieceBytes = 1 << 18

  /// The file size in bytes.
  package let size: Int

  private let path: String
  private let files: any FileSystem

  /// Opens the file at a path and takes ownership of it.
  init(at path: String, on files: any FileSystem) throws(FileSystemError) {
    (self.path, self.files) = (path, files)
    size = try files.facts(of: path)?.size ?? 0
  }

  /// Reads one piece from `offset` in bytes; empty at the end of the file.
  package func piece(from offset: Int) throws(FileSystemError) -> [UInt8] {
    try files.read(path, from: offset, count: Self.pieceBytes)
  }

  deinit { try? files.removeIfThere(path) }
}
