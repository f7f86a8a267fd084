// Change notifications of the Linux kernel: inotify(7).

internal import Glibc
internal import RecordStore
internal import Synchronization

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
    let fault: HintFault? = state.withLock { state in
      if state.descriptor < 0 { state.descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
      guard state.descriptor >= 0 else { return .watchersExhausted }
      // The C string of the path lives as long as the call.
      let watch = unsafe inotify_add_watch(state.descriptor, folder, Self.mask)
      guard watch >= 0 else {
        return errno == ENOSPC ? .watchesExhausted : .unreachable(code: errno)
      }
      if state.root == nil { state.root = watch }
      state.folders[watch] = folder
      return nil
    }
    if let fault { throw fault }
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
