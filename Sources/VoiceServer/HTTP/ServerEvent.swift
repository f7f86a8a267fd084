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

  /// An event stream with signs of life, which ends with the sign-in of its visitor.
  static func events(
    _ events: AsyncStream<ServerEvent>, to visitor: Visitor, _ desk: Desk
  ) -> Reply {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let tokens = desk.signIns.tokens
    /// Nothing is sent to a browser that is not signed in any more, also where the sign-in has expired.
    @Sendable func send(_ text: [UInt8]) -> Bool {
      guard (try? desk.visitor(visitor.token)) != nil else { return false }
      if case .terminated = continuation.yield(text) { return false }
      return true
    }
    // A proxy passes the head on with the first bytes.
    continuation.yield(Array("retry: 2000\n\n".utf8))
    let telling = Task {
      for await event in events {
        guard send(event.bytes) else { break }
      }
      continuation.finish()
    }
    let living = Task {
      repeat {
        try? await Task.sleep(for: .seconds(pingSeconds))
      } while !Task.isCancelled && send(Array(": ping\n\n".utf8))
      continuation.finish()
    }
    let watcher = TokenWatcher { continuation.finish() }
    continuation.onTermination = { _ in
      tokens.remove(watcher, from: visitor.token)
      telling.cancel()
      living.cancel()
    }
    tokens.add(watcher, to: visitor.token)
    return Reply(events: stream)
  }
}
