// Where programs of this machine find each other, as a service manager and a reader of updates do.

internal import Glibc

/// The address of a Unix socket: a path, or an abstract name, which begins with `@`.
package struct LocalAddress: Sendable {
  /// Bytes of a path at most: the system wants a zero behind it.
  static let mostPathBytes = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size - 1

  private let address: sockaddr_un
  private let length: socklen_t

  /// An address by its name; nil for one that is neither, or too long.
  package init?(_ name: String) {
    switch name.utf8.first {
    case UInt8(ascii: "/"): self.init(bytes: Array(name.utf8))
    case UInt8(ascii: "@"): self.init(bytes: [0] + name.utf8.dropFirst())
    default: return nil
    }
  }

  /// The address of a path, which may begin at the folder that the program was started in; nil for
  /// one that is too long.
  init?(path: String) { self.init(bytes: Array(path.utf8)) }

  private init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= Self.mostPathBytes else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // There is room for all of them; what follows them stays zero.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    self.address = address
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
  }

  /// Sends a text without waiting; false where nobody takes it now.
  package func send(_ text: String) -> Bool {
    let descriptor = Self.socket(SOCK_DGRAM.rawValue)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    let bytes = Array(text.utf8)
    // The system reads as many bytes of both as it is told there are.
    let sent = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe sendto(descriptor, bytes, bytes.count, 0, address, length)
      }
    }
    return sent == bytes.count
  }

  /// A socket of a kind that waits for nothing and that no other program inherits; below zero where
  /// the system has none.
  static func socket(_ kind: UInt32) -> Int32 {
    Glibc.socket(AF_UNIX, Int32(kind | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
  }

  /// Gives a socket this address; false with `errno` where it cannot.
  func bind(_ descriptor: Int32) -> Bool {
    // The system reads as many bytes as it is told there are.
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Glibc.bind(descriptor, address, length)
      }
    } == 0
  }

  /// Whether some program listens here, or may: all but a certain no is a yes.
  var isHeard: Bool {
    let descriptor = Self.socket(SOCK_STREAM.rawValue)
    guard descriptor >= 0 else { return true }
    defer { _ = close(descriptor) }
    // The system reads as many bytes as it is told there are.
    let result = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(descriptor, address, length)
      }
    }
    return result == 0 || errno != ECONNREFUSED && errno != ENOENT
  }
}
