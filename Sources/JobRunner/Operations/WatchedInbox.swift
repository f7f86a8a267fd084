// Which inbox a store is filled from, as its latest watcher said.

internal import RecordStore
internal import VoiceTypes

/// Reads it from `STORE/status.json`.
package enum WatchedInbox {
  /// The path of the inbox; nil when no watcher said.
  package static func path(of store: String) -> String? {
    guard let bytes = try? POSIXFileSystem().read(store + "/status.json"),
      let json = try? JSONValue.parse(bytes)
    else { return nil }
    return json["inbox"]?.text
  }
}
