// What a request is answered with.

internal import VoiceTypes

/// An answer.
package struct Reply: Sendable {
  /// What is sent.
  package enum Content: Sendable {
    case none
    case bytes([UInt8])
    /// Pieces as they come; the answer ends with them.
    case stream(AsyncStream<[UInt8]>)
  }

  /// The status by RFC 9110.
  package var status: Int

  /// Headers in their order.
  package var headers: [(name: String, value: String)] = []

  /// What is sent.
  package var content: Content

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
    if case .bytes(let bytes) = content { setUnlessThere("Content-Length", "\(bytes.count)") }
    content = .none
  }

  /// Puts a header there unless it has one of that name.
  mutating func setUnlessThere(_ name: String, _ value: String) {
    if header(name) == nil { headers.append((name, value)) }
  }
}
