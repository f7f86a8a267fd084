// Change notifications of a folder. They may be lost, duplicated or late, and never come from other
// machines: only a scan is reliable.

/// A change notification.
package enum FolderEvent: Hashable, Sendable {
  /// A file was closed by its writer, or renamed into place.
  case finished(String)
  /// A file was created and may still be written to.
  case appeared(String)
  /// A file or folder was moved away or removed.
  case left(String)
  /// A folder was created; files in it may have been missed.
  case folderAppeared(String)
  /// The watched folder itself is gone.
  case rootGone
  /// Notifications were lost.
  case overflow
}

/// Why there are no change notifications.
package enum HintFault: Error, Equatable, Sendable {
  /// The limit of inotify watches of this user is reached.
  case watchesExhausted
  /// The limit of inotify instances of this user is reached.
  case watchersExhausted
  /// The folder is missing or not readable.
  case unreachable(code: Int32)
}

/// A source of change notifications, used by one thread; any thread may call `wake`.
package protocol FolderEvents: AnyObject, Sendable {
  /// Adds a folder.
  func watch(_ folder: String) throws(HintFault)

  /// Removes all folders.
  func unwatchAll()

  /// The notifications since the last call. Waits for one, for `wake` or for a time; nil is no
  /// limit.
  func next(within patience: Duration?) -> [FolderEvent]

  /// Ends a wait. Safe in a signal handler.
  func wake()
}
