// Server-sent events (HTML Living Standard, "Server-sent events").

package struct ServerEvent: Sendable {
  /// The event id, returned by the browser as `Last-Event-ID` after a reconnect.
  let id: String

  let name: String

  /// The data, one line.
  let data: String

  package init(id: String, name: String, data: String) {
    (self.id, self.name, self.data) = (id, name, data)
  }

  /// The event in wire format.
  var text: String { "id: \(id)\nevent: \(name)\ndata: \(data)\n\n" }
}

extension APIResponse {
  /// The interval of keep-alive comments in seconds; proxies close silent connections.
  static let pingSeconds = 15

  /// The buffer size in pieces [E]. A full buffer ends the stream; the browser reconnects and
  /// receives the missed events.
  private static let mostWaiting = 64

  /// Returns a response that streams events and keep-alive comments.
  package static func events(
    _ events: some AsyncSequence<ServerEvent, Never> & Sendable
  ) -> APIResponse {
    Self.events(events, endingWith: nil) { true }
  }

  /// Returns an event stream that ends with the sign-in of its user.
  static func events(
    _ events: some AsyncSequence<ServerEvent, Never> & Sendable, to visitor: AuthenticatedUser,
    _ desk: ServerContext
  ) -> APIResponse {
    Self.events(events, endingWith: (desk.signIns.tokens, visitor.token)) {
      // An ended or expired sign-in receives no further data.
      do {
        return try desk.visitor(visitor.token) != nil
      } catch {
        _ = desk.fault(error)
        return false
      }
    }
  }

  private static func events(
    _ events: some AsyncSequence<ServerEvent, Never> & Sendable,
    endingWith watched: (tokens: ExpiringTokens, token: String)?,
    _ isWanted: @escaping @Sendable () -> Bool
  ) -> APIResponse {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(mostWaiting))
    /// Sends a piece and returns whether the stream is still open.
    @Sendable func send(_ text: String) -> Bool {
      if isWanted(), case .enqueued = continuation.yield(Array(text.utf8)) { return true }
      continuation.finish()
      return false
    }
    // A proxy forwards the response head with the first bytes.
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
    // Sending starts here: a stream that ends earlier would not call `onTermination`.
    begin.finish()
    return APIResponse(events: stream)
  }
}
