// What a store that is no folder gives of itself to be exported. Its histories are chained otherwise than a log of
// folders is: in an export they are chained anew, without a key, so that any store can take them in.

package import VoiceTypes

/// A session as its rows have it.
package struct SessionRows {
  /// The documents, header and state among them.
  package var documents: [SessionDocument: [UInt8]]

  /// Its history, oldest first.
  package var entries: [AuditEntry]

  /// Whether nothing of it may leave this machine but in an export.
  package var isLocalOnly: Bool

  package init(
    documents: [SessionDocument: [UInt8]], entries: [AuditEntry], isLocalOnly: Bool
  ) {
    (self.documents, self.entries, self.isLocalOnly) = (documents, entries, isLocalOnly)
  }

  /// The session in the form of an export: its log ends with a line that names all of it.
  fileprivate func exported(_ id: SessionID, _ last: AuditEntry) -> ExportedSession {
    var session = ExportedSession(id: id, files: [])
    for document in SessionDocument.allCases {
      guard let bytes = documents[document] else { continue }
      session.files.append(ExportedFile(name: document.name, bytes: bytes))
    }
    var last = last
    last.documents = session.files.map { file in
      AuditedDocument(name: file.name, sha256: StoreSecrets.sha256(of: file.bytes))
    }
    let log = AuditChain.bytes(
      of: entries + [last], behind: .seed(of: "session \(id.text)", .none), .none)
    session.files.append(ExportedFile(name: ExportLayout.log, bytes: log.bytes))
    (session.head, session.isLocalOnly) = (log.head, isLocalOnly)
    return session
  }
}

/// All of a person as rows have it.
package struct PersonRows {
  /// What they told, oldest first.
  package var persons: [KeptPerson] = []

  /// Their baselines, oldest first.
  package var baselines: [KeptBaseline] = []

  package var documents: [PersonDocument: JSONValue] = [:]

  /// Nothing of anybody.
  package init() {}
}

extension ExportRequest {
  /// Writes an export of rows, all of it or nothing.
  /// - Parameters:
  ///   - last: What the last line of each history says; it names the documents besides.
  ///   - session: A session, as it is asked for.
  package func write(
    _ person: PersonRows, endingWith last: AuditEntry, on files: any FileSystem,
    session: @escaping (SessionID) throws(StoreError) -> SessionRows
  ) throws(ExchangeError) -> ExportReport {
    try write(on: files) { () throws(ExchangeError) in
      ExportContents(
        people: [try ExportedPerson(baselines: person.baselines)].compactMap(\.self),
        told: [
          try ExportedPerson(telling: person.persons) { document throws(StoreError) in
            person.documents[document]
          }
        ].compactMap(\.self),
        session: { id throws(StoreError) in try session(id).exported(id, last) })
    }
  }
}
