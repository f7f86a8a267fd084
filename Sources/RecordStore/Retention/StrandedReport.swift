// Files that cannot be read. They stay where they are, and a report has path and advice.

package import VoiceTypes

/// The report of an unreadable file.
package struct StrandedReport: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/stranded/1"

  /// The original file name.
  package var name: String

  /// The path of the file, as the watcher was given it.
  package var path: String

  /// The session of the file. Nil for none.
  package var session: SessionID?

  /// The time of the last attempt.
  package var failedAt: StoreTime

  /// Problem and advice.
  package var fault: StateFault

  package init(
    name: String, path: String, session: SessionID?, failedAt: StoreTime, fault: StateFault
  ) {
    (self.name, self.path, self.session) = (name, path, session)
    (self.failedAt, self.fault) = (failedAt, fault)
  }

  var json: JSONValue { Self.shape.json(of: self) }
}

extension StrandedReport: Shaped {
  package static let shape = Shape(StrandedReport.init) {
    Derived(schema: schema)
    Field("name", \.name, .anyText)
    Field("lies_at", \.path, .anyText)
    Field("session_id", \.session, .orNull(.sessionID))
    Field("failed_at", \.failedAt, .time)
    Field("error", \.fault, .shaped)
  }

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: file, by: .stranded)
  }
}
