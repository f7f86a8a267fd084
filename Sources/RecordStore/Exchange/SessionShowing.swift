// What the commands on records ask beyond what a watcher does.

internal import VoiceTypes

extension StoredSession {
  /// The log as it is stored, a line of JSON per change; nil when it is missing.
  package func auditBytes() throws(StoreError) -> [UInt8]? {
    try store.disk.readIfPresent(store.layout.path(of: "audit.log", in: id))
  }
}

extension AuditHead {
  /// A head that somebody noted; nil when the hash is none.
  package init?(noted sequence: Int, hash: String) {
    guard sequence >= 0, Hex.isSHA256(hash) else { return nil }
    self.init(sequence: sequence, hash: hash, length: 0)
  }
}
