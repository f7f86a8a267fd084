// Messages to a service manager: sd_notify(3) over a datagram socket.

import Foundation
import TestSupport
import Testing

extension CommandLineTests {
  @Suite struct ServiceTests {
    private let scratch = Scratch()

    init() throws { _ = try scratch.voice("in/a.wav") }

    private func watch(_ variables: [String: String], _ more: String...) async throws
      -> Tool.Outcome
    {
      try await scratch.watchOnce(["--tier", "quick"] + more, with: variables)
    }

    @Test(arguments: ServiceSocket.Kind.allCases)
    func `the service manager gets ready, watchdog and stopping messages`(kind: ServiceSocket.Kind)
      async throws
    {
      let socket = try ServiceSocket(kind)

      let outcome = try await watch(["NOTIFY_SOCKET": socket.name])

      let heard = socket.heard()
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
      #expect(heard.first == "READY=1\nWATCHDOG=1\nSTATUS=watching")
      #expect(heard.last == "STOPPING=1\nSTATUS=ending")
      #expect(heard.count { $0.hasPrefix("READY") } == 1)
      #expect(heard.dropFirst().dropLast().allSatisfy { $0 == "WATCHDOG=1\nSTATUS=watching" })
    }

    @Test(
      arguments: ["/nobody/listens/here", "relative", "", String(repeating: "/long", count: 30)])
    func `a missing service manager is no fault`(name: String) async throws {
      let outcome = try await watch(["NOTIFY_SOCKET": name])

      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    }

    @Test func `a result program cannot send messages to the service manager`() async throws {
      let socket = try ServiceSocket(.path)

      _ = try await watch(
        ["NOTIFY_SOCKET": socket.name], "--on-result", "/bin/sh", "--on-result-argument=-c",
        "--on-result-argument", #"echo "[$NOTIFY_SOCKET]" >"$0""#, "--on-result-argument",
        scratch.path("told"))

      #expect(try scratch.text(of: "told") == "[]\n")
    }
  }
}

/// A socket as a service manager has it.
final class ServiceSocket {
  enum Kind: CaseIterable {
    case path
    case abstract
  }

  /// Its name, as the environment gives it.
  let name: String

  private let descriptor: Int32

  init(_ kind: Kind) throws {
    let unique = "/tmp/sagevoice-\(UUID().uuidString)"
    name = kind == .path ? unique : "@" + unique
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = (kind == .path ? [] : [0]) + Array(unique.utf8)
    // The name is shorter than its buffer, and the system reads the given length.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let status = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length)
      }
    }
    try #require(status == 0)
  }

  deinit {
    close(descriptor)
    if name.hasPrefix("/") { _ = unsafe unlink(name) }
  }

  /// The messages so far, in order.
  func heard() -> [String] {
    var messages: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    // No more is written than there is room for.
    while case let count = unsafe recv(descriptor, &bytes, bytes.count, 0), count >= 0 {
      messages.append(String(decoding: bytes.prefix(count), as: UTF8.self))
    }
    return messages
  }
}
