package import RecordStore

extension StoredSession {
  /// Writes a document.
  package func write(_ document: SessionDocument, _ bytes: [UInt8]) throws(StoreError) {
    try commit(SessionChange("written", documents: [document: bytes]))
  }

  /// Writes the header.
  package func write(_ header: SessionHeader) throws(StoreError) {
    try commit(SessionChange("written", header: header))
  }
}
