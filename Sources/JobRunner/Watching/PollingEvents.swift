/// No hints at all, where they cannot be relied on: whoever waits looks again when it is time.
package final class PollingEvents: FolderEvents {
  private let bell = Bell()

  /// Silence, until somebody wakes the waiting.
  package init() {}

  package func watch(_ folder: String) throws(HintFault) {}

  package func unwatchAll() {}

  package func next(within patience: Duration?) -> [FolderEvent] {
    bell.wait(within: patience)
    return []
  }

  package func wake() { bell.sound() }
}
