// Change notifications of a folder, by inotify(7). They may be lost, duplicated or late, and never come
// from other machines: only a scan is reliable.

internal import Glibc
internal import RecordStore
internal import Synchronization

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

  /// How to get change notifications.
  var advice: String {
    switch self {
    case .watchesExhausted:
      "the limit of inotify watches is reached; raise it with "
        + "`sysctl fs.inotify.max_user_watches=524288`"
    case .watchersExhausted:
      "the limit of inotify instances is reached; raise it with "
        + "`sysctl fs.inotify.max_user_instances=512`"
    case .unreachable(let code): "a folder cannot be watched (system error \(code))"
    }
  }
}

/// A source of change notifications, used by one thread; any thread may call `wake`.
package protocol FolderEvents: AnyObject, Sendable {
  func watch(_ folder: String) throws(HintFault)

  /// Removes all folders.
  func unwatchAll()

  /// The notifications since the last call. Waits for one, for `wake` or for a time; nil is no
  /// limit.
  func next(within patience: Duration?) -> [FolderEvent]

  /// Ends a wait. Safe in a signal handler.
  func wake()
}

/// Change notifications of folders on this machine.
package final class InotifyEvents: FolderEvents {
  private struct State {
    var descriptor: Int32 = -1
    var root: Int32?
    var folders: [Int32: String] = [:]
  }

  private static let mask = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR)

  /// Space for some hundred notifications.
  private static let bufferBytes = 1 << 16

  private let state = Mutex(State())
  private let wakePipe = WakePipe()

  package init() {}

  deinit { unwatchAll() }

  package func watch(_ folder: String) throws(HintFault) {
    try state.withLock { state throws(HintFault) in
      if state.descriptor < 0 { state.descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
      guard state.descriptor >= 0 else { throw HintFault.watchersExhausted }
      // The C string of the path lives as long as the call.
      let watch = unsafe inotify_add_watch(state.descriptor, folder, Self.mask)
      guard watch >= 0 else {
        throw errno == ENOSPC ? HintFault.watchesExhausted : .unreachable(code: errno)
      }
      if state.root == nil { state.root = watch }
      state.folders[watch] = folder
    }
  }

  package func unwatchAll() {
    state.withLock { state in
      if state.descriptor >= 0 { _ = close(state.descriptor) }
      state = State()
    }
  }

  package func next(within patience: Duration?) -> [FolderEvent] {
    var watched = [WakePipe.Watched(state.withLock { $0.descriptor })]
    wakePipe.wait(orFor: &watched, within: patience)
    var events: [FolderEvent] = []
    var buffer = [UInt8](repeating: 0, count: Self.bufferBytes)
    state.withLock { state in
      while state.descriptor >= 0 {
        let descriptor = state.descriptor
        // `read` writes at most the size of the buffer.
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe read(descriptor, $0.baseAddress, $0.count)
        }
        guard count > 0 else { break }
        for record in InotifyRecord.all(in: buffer[..<count]) {
          if let event = Self.event(of: record, in: &state) { events.append(event) }
        }
      }
    }
    return events
  }

  package func wake() { wakePipe.wake() }

  private static func event(of record: InotifyRecord, in state: inout State) -> FolderEvent? {
    if record.has(IN_Q_OVERFLOW) { return .overflow }
    if record.has(IN_IGNORED) {
      state.folders[record.watch] = nil
      return record.watch == state.root ? .rootGone : nil
    }
    if record.has(IN_DELETE_SELF) || record.has(IN_MOVE_SELF) || record.has(IN_UNMOUNT) {
      return record.watch == state.root ? .rootGone : nil
    }
    guard let folder = state.folders[record.watch], let name = record.name else { return nil }
    let path = folder + "/" + FileName.text(of: name)
    if record.has(IN_DELETE) || record.has(IN_MOVED_FROM) { return .left(path) }
    if record.has(IN_ISDIR) { return .folderAppeared(path) }
    return record.has(IN_CREATE) ? .appeared(path) : .finished(path)
  }
}

/// One `struct inotify_event` with its name.
private struct InotifyRecord {
  private static let headerBytes = 16
  let watch: Int32
  private let mask: UInt32
  /// Nil for an event of the watched folder itself.
  let name: [UInt8]?

  func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }

  /// The records of a read, which returns whole ones only.
  static func all(in bytes: ArraySlice<UInt8>) -> [InotifyRecord] {
    var records: [InotifyRecord] = []
    var rest = bytes
    while rest.count >= headerBytes {
      let length = Int(number(in: rest, at: 12))
      let name = rest.dropFirst(headerBytes).prefix(length).prefix { $0 != 0 }
      records.append(
        InotifyRecord(
          watch: Int32(bitPattern: number(in: rest, at: 0)), mask: number(in: rest, at: 4),
          name: name.isEmpty ? nil : Array(name)))
      rest = rest.dropFirst(headerBytes + length)
    }
    return records
  }

  private static func number(in bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
    let four = bytes.dropFirst(offset).prefix(4)
    return UInt32(littleEndian: four.reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
}
