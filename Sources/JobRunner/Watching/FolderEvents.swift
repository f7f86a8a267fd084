// Hints that something changed in a folder. They may be lost, doubled or late, and come from no
// other machine: what is true is found by looking.

/// One hint.
package enum FolderEvent: Hashable, Sendable {
  /// A file was closed by its writer, or renamed into place.
  case finished(String)
  /// A file appeared that may still be written to.
  case appeared(String)
  /// A file or folder was taken away.
  case left(String)
  /// A folder appeared; what is in it may have gone unnoticed.
  case folderAppeared(String)
  /// The watched folder itself was taken away.
  case rootGone
  /// Hints were lost.
  case overflow
}

/// What keeps a watcher from getting hints.
package enum HintFault: Error, Equatable, Sendable {
  /// The system gives no more watches to this user.
  case watchesExhausted
  /// The system gives no more watchers to this user.
  case watchersExhausted
  /// The folder is not there, or may not be looked into.
  case unreachable(code: Int32)
}

/// Where hints come from; used by one thread, but woken from any.
package protocol FolderEvents: AnyObject, Sendable {
  /// Starts giving hints on a folder.
  func watch(_ folder: String) throws(HintFault)

  /// Stops giving any, until folders are watched again.
  func unwatchAll()

  /// The hints since the last call; waits for one, for `wake` or for the time given, nil for ever.
  func next(within patience: Duration?) -> [FolderEvent]

  /// Ends a wait; may be called from a signal handler.
  func wake()
}
