// The change feed of a store on SQLite: the history of the tenant names each changed or purged session.

package import VoiceTypes

/// A snapshot read of a session.
package struct FeedSession: Sendable {
  package var header: SessionHeader?
  package var state: StateRecord?
  package var results: [Tier: [UInt8]]
}

/// The status of a session in a change feed.
package enum FeedResult: Sendable {
  case nothing
  case purged
  case found(FeedSession)
}

extension RecordStore {
  /// Lines of the history per read [E].
  private static let linesAtOnce = 1000

  /// The number of the last line in the history of the tenant; 0 without lines.
  package func lastChange() throws(StoreError) -> Int {
    try read { rows in
      let found = try rows.run("select coalesce(max(number), 0) from tenant_line where tenant = $1")
      return try found.first?.int(0) ?? 0
    }
  }

  /// The sessions of the next lines, each once, in order. Empty at the end of the history.
  /// - Parameter number: The last line that was read. Advances to the last line of the result.
  package func changes(since number: inout Int) throws(StoreError) -> [SessionID] {
    while true {
      let lines = try read { [number] rows in
        try rows.run(
          """
          select number, detail ->> 'session' from tenant_line
          where tenant = $1 and number > $2 order by number limit \(Self.linesAtOnce)
          """, .int(Int64(number)))
      }
      guard !lines.isEmpty else { return [] }
      var found: [SessionID] = []
      for line in lines {
        guard case .int(let last) = line.values[0] else { continue }
        number = Int(last)
        guard case .text(let text) = line.values[1], let id = SessionID(text), !found.contains(id)
        else { continue }
        found.append(id)
      }
      if !found.isEmpty { return found }
    }
  }

  /// Header, state and results of a session in one transaction.
  package func feedResult(of session: SessionID) throws(StoreError) -> FeedResult {
    try read { rows in
      if try rows.wasPurged(session) { return .purged }
      guard let found = try rows.session(session) else { return .nothing }
      var results: [Tier: [UInt8]] = [:]
      results[.quick] = try rows.read(.quick, of: session)
      results[.comprehensive] = try rows.read(.computed, of: session)
      return .found(FeedSession(header: found.header, state: found.state, results: results))
    }
  }
}
