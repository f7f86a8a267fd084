// Server-sent events as browsers read them (HTML, "Server-sent events").

/// One event.
struct ServerEvent: Sendable {
  /// What a browser sends back when it connects again.
  let id: String

  let name: String

  /// One line.
  let data: String

  /// The event with its end.
  var bytes: [UInt8] { Array("id: \(id)\nevent: \(name)\ndata: \(data)\n\n".utf8) }
}

extension Reply {
  /// Seconds between two signs of life: proxies end what is silent for longer.
  static let pingSeconds = 15

  /// An answer that goes on with events and signs of life.
  static func events(_ events: AsyncStream<ServerEvent>) -> Reply {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    // A proxy passes the head on with the first bytes.
    continuation.yield(Array("retry: 2000\n\n".utf8))
    let telling = Task {
      for await event in events { continuation.yield(event.bytes) }
      continuation.finish()
    }
    let living = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(pingSeconds))
        continuation.yield(Array(": ping\n\n".utf8))
      }
    }
    continuation.onTermination = { _ in
      telling.cancel()
      living.cancel()
    }
    return Reply(events: stream)
  }
}
