package import VoiceTypes

/// What changes in a session at once: all of it becomes durable, or none.
package struct SessionChange: Sendable {
  /// What was done, in one word for the audit log, such as `analysed`.
  package var action: String

  /// The header, if it is new.
  package var header: SessionHeader?

  /// The state, if it is new.
  package var state: StateRecord?

  /// Other documents, as they are before any encryption.
  package var documents: [SessionDocument: [UInt8]]

  /// Documents that are removed.
  package var removed: Set<SessionDocument> = []

  /// What the line says beyond the documents: a field with what stood there and what does.
  package var note: (field: String, old: String?, new: String?)?

  /// What the results among the documents say of the recording's quality, where whoever gives them knows;
  /// it is read from them otherwise.
  package var verdict: Verdict?

  /// SHA-256 of documents whose bytes whoever gives them has hashed already, as hexadecimal digits.
  package var sha256: [SessionDocument: String] = [:]

  /// Header and state are given as values, never among the documents.
  package init(
    _ action: String, header: SessionHeader? = nil, state: StateRecord? = nil,
    documents: [SessionDocument: [UInt8]] = [:]
  ) {
    precondition(
      documents[.header] == nil && documents[.state] == nil,
      "the documents must not contain header and state")
    self.action = action
    self.header = header
    self.state = state
    self.documents = documents
  }
}
