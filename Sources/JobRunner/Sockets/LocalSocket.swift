// Unix sockets, unix(7): addresses, a listener and its connections.

internal import Glibc

/// Address of a Unix socket.
package struct LocalAddress: Sendable {
  /// Maximum length of a path in bytes, without the terminating zero.
  static let mostPathBytes = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size - 1

  private let address: sockaddr_un
  private let length: socklen_t

  /// Creates an address from an absolute path or an abstract name, which begins with `@`; nil for
  /// another or a too long name.
  package init?(_ name: String) {
    switch name.utf8.first {
    case UInt8(ascii: "/"): self.init(bytes: Array(name.utf8))
    case UInt8(ascii: "@"): self.init(bytes: [0] + name.utf8.dropFirst())
    default: return nil
    }
  }

  /// Creates an address from an absolute or relative path; nil for a too long one.
  init?(path: String) { self.init(bytes: Array(path.utf8)) }

  private init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= Self.mostPathBytes else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // The count is checked; the rest stays zero.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    self.address = address
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
  }

  private func with<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    // `sockaddr` is the common head of all addresses; the system reads `length` bytes.
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
    }
  }

  /// Sends a datagram without waiting.
  /// - Returns: false after a fault.
  package func send(_ text: String) -> Bool {
    let descriptor = Self.socket(SOCK_DGRAM.rawValue)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    let bytes = Array(text.utf8)
    return unsafe with { unsafe sendto(descriptor, bytes, bytes.count, 0, $0, length) }
      == bytes.count
  }

  /// Creates a non-blocking socket that child processes do not inherit; negative after a fault.
  static func socket(_ kind: UInt32) -> Int32 {
    Glibc.socket(AF_UNIX, Int32(kind | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
  }

  /// Binds a socket; false with `errno` after a fault.
  func bind(_ descriptor: Int32) -> Bool {
    unsafe with { unsafe Glibc.bind(descriptor, $0, length) } == 0
  }

  /// Whether a program may listen here. True unless the system excludes it.
  var isHeard: Bool {
    let descriptor = Self.socket(SOCK_STREAM.rawValue)
    guard descriptor >= 0 else { return true }
    defer { _ = close(descriptor) }
    let result = unsafe with { unsafe connect(descriptor, $0, length) }
    return result == 0 || errno != ECONNREFUSED && errno != ENOENT
  }
}

package enum SocketFault: Error, Sendable, Equatable, CustomStringConvertible {
  case tooLong(path: String, bytes: Int)
  /// Another program listens there.
  case inUse(path: String)
  case notASocket(path: String)
  case refused(path: String, reason: String)

  package var description: String {
    switch self {
    case .tooLong(let path, let bytes):
      "the socket path \(path) has \(bytes) bytes, more than the limit of "
        + "\(LocalAddress.mostPathBytes); give a shorter path, such as /run/sagevoice/updates"
    case .inUse(let path): "another program listens on \(path); end it, or give another path"
    case .notASocket(let path): "\(path) is not a socket and stays unchanged; give an unused path"
    case .refused(let path, let reason):
      "listening on \(path) failed: \(reason); check the folder and its permissions"
    }
  }
}

/// Listening socket. Its file exists as long as the listener; other files are never changed.
final class LocalListener: Sendable {
  private static let backlog: Int32 = 64
  private static let ownMode: mode_t = 0o600
  private static let groupMode: mode_t = 0o660

  let descriptor: Int32
  private let path: String
  private let file: Facts

  private struct Facts: Equatable {
    let isSocket: Bool
    let inode: UInt64
    let device: UInt64

    init?(of path: String) {
      var status = stat()
      // The system fills one `stat`.
      guard unsafe lstat(path, &status) == 0 else { return nil }
      isSocket = status.st_mode & S_IFMT == S_IFSOCK
      (inode, device) = (UInt64(status.st_ino), UInt64(status.st_dev))
    }
  }

  /// Listens at a path. The file of a dead program is replaced.
  /// - Parameter group: Group that may connect in addition to this user; nil for none.
  init(at path: String, group: UInt32? = nil) throws(SocketFault) {
    guard let address = LocalAddress(path: path), !path.utf8.contains(0) else {
      throw .tooLong(path: path, bytes: path.utf8.count)
    }
    if let found = Facts(of: path) {
      guard found.isSocket else { throw .notASocket(path: path) }
      guard !address.isHeard else { throw .inUse(path: path) }
      guard unsafe unlink(path) == 0 || errno == ENOENT else { throw Self.fault(path) }
    }
    let descriptor = LocalAddress.socket(SOCK_STREAM.rawValue)
    guard descriptor >= 0 else { throw Self.fault(path) }
    do throws(SocketFault) {
      guard address.bind(descriptor) else {
        throw errno == EADDRINUSE ? .inUse(path: path) : Self.fault(path)
      }
      file = try Self.listen(path, descriptor, group)
    } catch {
      _ = close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
  }

  /// Sets the permissions before the first connection.
  private static func listen(
    _ path: String, _ descriptor: Int32, _ group: UInt32?
  ) throws(SocketFault) -> Facts {
    guard let found = Facts(of: path) else { throw fault(path) }
    // Swift terminates the path with a zero.
    if let group, unsafe lchown(path, uid_t.max, group) != 0 { throw fault(path) }
    guard unsafe chmod(path, group == nil ? ownMode : groupMode) == 0,
      Glibc.listen(descriptor, backlog) == 0
    else { throw fault(path) }
    return found
  }

  private static func fault(_ path: String) -> SocketFault {
    let code = errno
    // The text stays valid until the next call and is copied at once.
    let text = unsafe strerror(code).map { unsafe String(cString: $0) }
    return .refused(path: path, reason: text ?? "system error \(code)")
  }

  /// The next connection; nil without one, or after a fault.
  func accept() -> LocalStream? {
    let descriptor = Glibc.accept(self.descriptor, nil, nil)
    return descriptor < 0 ? nil : LocalStream(descriptor)
  }

  /// Whether the last `accept` failed for lack of a resource that may become free.
  var isStarved: Bool { errno == EMFILE || errno == ENFILE || errno == ENOMEM }

  deinit {
    _ = close(descriptor)
    // The path may name the file of another program by now.
    guard file.isSocket, Facts(of: path) == file else { return }
    _ = unsafe unlink(path)
  }
}

/// Connection to another program.
final class LocalStream {
  enum Outcome: Equatable {
    /// Number of transferred bytes.
    case moved(Int)
    /// The operation would block.
    case later
    /// The other side sends no more.
    case ended
    /// The connection is broken.
    case gone
  }

  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { _ = close(descriptor) }

  /// Sends as many bytes as possible without waiting.
  func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
    // The system reads the bytes of the slice. MSG_NOSIGNAL: a broken connection raises no signal.
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
    }
    if count >= 0 { return .moved(count) }
    return errno == EAGAIN || errno == EINTR ? .later : .gone
  }

  /// Appends the received bytes, at most `limit`.
  func receive(_ bytes: inout [UInt8], atMost limit: Int) -> Outcome {
    var block = [UInt8](repeating: 0, count: limit)
    // The system writes at most as many bytes as the block has.
    let count = unsafe block.withUnsafeMutableBytes { buffer in
      unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
    }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .later : .gone }
    bytes += block.prefix(count)
    return count == 0 ? .ended : .moved(count)
  }
}
