// Server-sent events as browsers read them (HTML, "Server-sent events").

/// One event.
package struct ServerEvent: Sendable {
  /// What a browser sends back when it connects again.
  let id: String

  let name: String

  /// One line.
  let data: String

  /// An event of a name, with one line of data.
  package init(id: String, name: String, data: String) {
    (self.id, self.name, self.data) = (id, name, data)
  }

  /// The event with its end.
  var text: String { "id: \(id)\nevent: \(name)\ndata: \(data)\n\n" }
}

extension Reply {
  /// Seconds between two signs of life: proxies end what is silent for longer.
  static let pingSeconds = 15

  /// Pieces in memory for a browser that does not read [E]. A stream ends when one more comes: the browser connects
  /// again and gets what it missed.
  private static let mostWaiting = 64

  /// An answer with events as they come, and signs of life.
  package static func events(
    _ events: some AsyncSequence<ServerEvent, Never> & Sendable
  ) -> Reply {
    Self.events(events, endingWith: nil) { true }
  }

  /// An event stream with signs of life, which ends with the sign-in of its visitor.
  static func events(
    _ events: some AsyncSequence<ServerEvent, Never> & Sendable, to visitor: Visitor, _ desk: Desk
  ) -> Reply {
    Self.events(events, endingWith: (desk.signIns.tokens, visitor.token)) {
      // Nothing is sent to a browser that is not signed in any more, also where the sign-in has expired.
      (try? desk.visitor(visitor.token)) != nil
    }
  }

  private static func events(
    _ events: some AsyncSequence<ServerEvent, Never> & Sendable,
    endingWith watched: (tokens: ExpiringTokens, token: String)?,
    _ isWanted: @escaping @Sendable () -> Bool
  ) -> Reply {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(mostWaiting))
    /// Returns whether the stream goes on.
    @Sendable func send(_ text: String) -> Bool {
      if isWanted(), case .enqueued = continuation.yield(Array(text.utf8)) { return true }
      continuation.finish()
      return false
    }
    // A proxy passes the head on with the first bytes.
    continuation.yield(Array("retry: 2000\n\n".utf8))
    let (start, begin) = AsyncStream.makeStream(of: Void.self)
    let sending = Task {
      for await _ in start {}
      await withDiscardingTaskGroup { group in
        group.addTask {
          while (try? await Task.sleep(for: .seconds(pingSeconds))) != nil, send(": ping\n\n") {}
        }
        for await event in events {
          guard send(event.text) else { break }
        }
        group.cancelAll()
      }
      continuation.finish()
    }
    let watcher = TokenWatcher { continuation.finish() }
    continuation.onTermination = { _ in
      if let watched { watched.tokens.remove(watcher, from: watched.token) }
      sending.cancel()
    }
    if let watched { watched.tokens.add(watcher, to: watched.token) }
    // A stream that ended before would call no handler.
    begin.finish()
    return Reply(events: stream)
  }
}
