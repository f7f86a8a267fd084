// Where another program of this machine takes datagrams, as a service manager does.

import Glibc

/// The address of a datagram socket: a path, or an abstract name, which begins with `@`.
struct DatagramAddress: Sendable {
  private let address: sockaddr_un
  private let length: socklen_t

  /// An address by its name; nil for one that is neither, or too long.
  init?(_ name: String) {
    var bytes = Array(name.utf8)
    guard let first = bytes.first else { return nil }
    switch first {
    case UInt8(ascii: "/"): break
    case UInt8(ascii: "@"): bytes[0] = 0
    default: return nil
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    // There is room for all of them; what follows them stays zero.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    self.address = address
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
  }

  /// Sends a text without waiting; false where nobody takes it now.
  func send(_ text: String) -> Bool {
    let kind = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
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
}
