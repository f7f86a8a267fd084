// A Unix socket that programs of this machine connect to. Its file is made for the time that the
// program runs; nothing else that lies there is ever touched.

internal import Glibc

/// Why a socket cannot be listened on.
package enum SocketFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path has more bytes than the address of a socket may have.
  case tooLong(path: String, bytes: Int)
  /// Another program listens there.
  case inUse(path: String)
  /// Something that is no socket has the name.
  case notASocket(path: String)
  /// The system refuses it.
  case refused(path: String, reason: String)

  /// What is wrong, and what to do.
  package var description: String {
    switch self {
    case .tooLong(let path, let bytes):
      "the socket path \(path) has \(bytes) bytes, more than the limit of "
        + "\(LocalAddress.mostPathBytes); give a shorter path, such as /run/sagevoice/updates"
    case .inUse(let path):
      "another program listens on \(path); end it, or give another path"
    case .notASocket(let path):
      "\(path) is not a socket and stays unchanged; give an unused path"
    case .refused(let path, let reason):
      "listening on \(path) failed: \(reason); check the folder and its permissions"
    }
  }
}

/// A socket that others connect to.
final class LocalListener: Sendable {
  private static let backlog: Int32 = 64
  private static let ownMode: mode_t = 0o600
  private static let groupMode: mode_t = 0o660

  let descriptor: Int32
  private let path: String
  private let place: (inode: UInt64, device: UInt64)

  /// Listens at a path. The file of a program that has died is replaced.
  /// - Parameter group: Who may connect besides this user; nil for nobody.
  init(at path: String, group: UInt32? = nil) throws(SocketFault) {
    guard let address = LocalAddress(path: path), !path.utf8.contains(0) else {
      throw .tooLong(path: path, bytes: path.utf8.count)
    }
    try Self.makeRoom(at: path, address)
    let descriptor = LocalAddress.socket(SOCK_STREAM.rawValue)
    guard descriptor >= 0 else { throw Self.fault(path) }
    do throws(SocketFault) {
      guard address.bind(descriptor) else {
        throw errno == EADDRINUSE ? .inUse(path: path) : Self.fault(path)
      }
      place = try Self.open(path, descriptor, group)
    } catch {
      _ = close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.path = path
  }

  /// Lets in whoever may come; nobody could before.
  private static func open(
    _ path: String, _ descriptor: Int32, _ group: UInt32?
  ) throws(SocketFault) -> (UInt64, UInt64) {
    guard let found = facts(of: path) else { throw fault(path) }
    // A path ends with the zero that Swift puts behind it.
    if let group, unsafe lchown(path, uid_t.max, group) != 0 { throw fault(path) }
    guard unsafe chmod(path, group == nil ? ownMode : groupMode) == 0,
      listen(descriptor, backlog) == 0
    else { throw fault(path) }
    return (found.inode, found.device)
  }

  private static func makeRoom(at path: String, _ address: LocalAddress) throws(SocketFault) {
    guard let found = facts(of: path) else { return }
    guard found.isSocket else { throw .notASocket(path: path) }
    guard !address.isHeard else { throw .inUse(path: path) }
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw fault(path) }
  }

  private static func facts(
    of path: String
  ) -> (isSocket: Bool, inode: UInt64, device: UInt64)? {
    var status = stat()
    // The system fills one `stat`.
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return (
      status.st_mode & S_IFMT == S_IFSOCK, UInt64(status.st_ino), UInt64(status.st_dev)
    )
  }

  private static func fault(_ path: String) -> SocketFault {
    let code = errno
    // The text of the system stays until the next call, and is copied at once.
    let text = unsafe strerror(code).map { unsafe String(cString: $0) }
    return .refused(path: path, reason: text ?? "system error \(code)")
  }

  /// Whoever has connected; nil where nobody waits, or nobody can be let in now.
  func accept() -> LocalStream? {
    // Whose address it is does not matter.
    let descriptor = Glibc.accept(self.descriptor, nil, nil)
    return descriptor < 0 ? nil : LocalStream(descriptor)
  }

  /// Whether the last `accept` failed for want of something that others may give back.
  var isStarved: Bool { errno == EMFILE || errno == ENFILE || errno == ENOMEM }

  deinit {
    _ = close(descriptor)
    // Another program may have put its own there meanwhile.
    guard let found = Self.facts(of: path), found.isSocket,
      (found.inode, found.device) == place
    else { return }
    _ = unsafe unlink(path)
  }
}

/// A connection with another program.
final class LocalStream {
  /// What became of an attempt.
  enum Outcome: Equatable {
    /// So many bytes went, or came.
    case moved(Int)
    /// Nothing can be done now.
    case later
    /// The other side has closed its side, and says nothing more.
    case ended
    /// The other side is gone.
    case gone
  }

  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { _ = close(descriptor) }

  /// Sends as much as is taken without waiting.
  func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
    // The system reads as many bytes as the slice has. A reader that is gone is no signal.
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe Glibc.send(
        descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
    }
    if count >= 0 { return .moved(count) }
    return errno == EAGAIN || errno == EINTR ? .later : .gone
  }

  /// Takes what has come, at most so many bytes.
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
