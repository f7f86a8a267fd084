package import VoiceTypes

/// An atomic change of a session.
package struct SessionChange: Sendable {
  /// The action for the history, such as `analysed`.
  package var action: String

  /// The new header.
  package var header: SessionHeader?

  /// The new state.
  package var state: StateRecord?

  /// New documents, unencrypted.
  package var documents: [SessionDocument: [UInt8]]

  /// Documents to remove.
  package var removed: Set<SessionDocument> = []

  /// A changed field for the history line.
  package var note: (field: String, old: String?, new: String?)?

  /// The quality verdict of the results, if known. Else it is read from the documents.
  package var verdict: Verdict?

  /// Claimed files of the session.
  package var files: [ClaimedFile] = []

  /// SHA-256 of documents, if known, in hexadecimal digits.
  package var sha256: [SessionDocument: String] = [:]

  /// - Precondition: `documents` contains neither header nor state.
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
