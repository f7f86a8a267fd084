// A client of a Unix socket.

internal import Glibc
internal import VoiceTypes

/// A connection to a socket of this machine.
package final class LocalClient: Sendable {
  package struct Refused: Error {}

  private let descriptor: Int32

  /// Connects to a path. Retries for some seconds.
  package init(to path: String, withinSeconds seconds: Int = 0) throws(Refused) {
    var connected: Int32 = -1
    for _ in 0...(seconds * 100) {
      connected = Self.connect(path)
      if connected >= 0 || seconds == 0 { break }
      usleep(10_000)
    }
    guard connected >= 0 else { throw Refused() }
    descriptor = connected
  }

  deinit { _ = Glibc.close(descriptor) }

  private static func address(_ path: String) -> (sockaddr_un, socklen_t) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path), "a short path")
    // The address has space for all of them.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return (address, socklen_t(MemoryLayout<sa_family_t>.size + bytes.count))
  }

  private static func connect(_ path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let (address, length) = address(path)
    // The system reads the given length.
    let status = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, length)
      }
    }
    if status == 0 { return descriptor }
    _ = Glibc.close(descriptor)
    return -1
  }

  /// Leaves a socket file without a listener, as a terminated program does.
  package static func leaveBehind(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { _ = Glibc.close(descriptor) }
    let (address, length) = address(path)
    // The system reads the given length.
    return unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length)
      }
    } == 0
  }

  /// Sends a text; false after the other side has closed.
  @discardableResult package func say(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    // The system reads the given count.
    return unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Closes the sending side.
  package func sayNoMore() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// The complete lines until the other side closes, a line matches, or the time ends.
  package func lines(
    withinSeconds seconds: Double = 20, until isEnough: (JSONText) -> Bool = { _ in false }
  ) -> [String] {
    var bytes: [UInt8] = []
    var lines: [String] = []
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // One request, and its number.
      guard unsafe poll(&request, 1, 50) > 0 else { continue }
      var block = [UInt8](repeating: 0, count: 1 << 16)
      // The system writes at most the given count.
      let count = unsafe recv(descriptor, &block, block.count, 0)
      if count <= 0 { return lines }
      bytes += block.prefix(count)
      while let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: bytes[..<feed], as: UTF8.self)
        bytes.removeFirst(feed + 1)
        lines.append(line)
        if isEnough(JSONText(line)) { return lines }
      }
    }
    return lines
  }

  /// Whether the other side has closed, within some seconds.
  package func hasEnded(withinSeconds seconds: Double = 20) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while ContinuousClock.now < end {
      // The system writes at most the given count.
      let count = unsafe recv(descriptor, &block, block.count, Int32(MSG_DONTWAIT))
      if count == 0 || count < 0 && errno != EAGAIN { return true }
      if count < 0 { usleep(5000) }
    }
    return false
  }
}

/// A line that may be JSON.
package struct JSONText: Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  /// A text member.
  package subscript(key: String) -> String? {
    (try? JSONValue.parse(Array(text.utf8)))?[key]?.stringValue
  }
}
