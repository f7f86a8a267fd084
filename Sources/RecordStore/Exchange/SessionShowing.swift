// What the commands on records ask beyond what a watcher does.

internal import VoiceTypes

extension StoredSession {
  /// The log as it is stored, a line of JSON per change; nil when it is missing.
  package func auditBytes() throws(StoreError) -> [UInt8]? {
    try store.disk.readIfPresent(store.layout.path(of: "audit.log", in: id))
  }
}
