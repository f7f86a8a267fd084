// Which files of an inbox are complete. A file is complete at once when it was closed or renamed
// into place and its header's length fits its size; one that is still shorter than its header
// promises is waited for until a deadline; of any other, size and time must stay the same for the
// settle time. Times are those of a clock that never goes back: a file's own time is only ever
// compared for being the same.

internal import RecordStore
package import VoiceTypes

/// What tells one state of a file from another.
package struct FileStamp: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int
  /// Nanoseconds since 1970, as its file system has it.
  package let modified: Int64

  package init(device: UInt64, inode: UInt64, size: Int, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  init(_ facts: FileFacts) {
    self.init(
      device: facts.device, inode: facts.inode, size: facts.size,
      modified: facts.modifiedNanoseconds)
  }
}

/// How a file was noticed.
package enum Notice: Sendable {
  /// It was closed by its writer, or renamed into place.
  case finished
  /// It was made a moment ago, and was not closed since.
  case appeared
  /// It was seen to be there.
  case scanned
}

/// A file as it was found.
package struct Sighting: Sendable {
  package let path: String
  package let stamp: FileStamp
  package let notice: Notice

  /// A file in a state, and how it was noticed.
  package init(_ path: String, _ stamp: FileStamp, _ notice: Notice) {
    self.path = path
    self.stamp = stamp
    self.notice = notice
  }
}

/// How long to wait for what.
package struct Patience: Sendable, Equatable {
  /// How long size and time must stay the same.
  package var settle: Duration = .seconds(2)

  /// How long a file that is too short may stay as it is [E].
  package var deadline: Duration = .seconds(60)

  package init() {}
}

/// The files that wait to be complete, and those that are.
package struct Arrivals: Sendable {
  private struct Entry {
    var stamp: FileStamp
    var promise: DeclaredSizeStatus
    var notice: Notice
    var changed: Duration
    /// The place in a queue that counts; nil once the file was given out.
    var turn: Int?
  }

  /// A file's place in a queue; stale once the file has another one.
  private struct Wait {
    let path: String
    let changed: Duration
    let turn: Int
  }

  private let patience: Patience
  private var entries: [String: Entry] = [:]
  private var turns = 0
  // Each is in the order of its times, because the wait is the same for all in it.
  private var settling = Queue<Wait>()
  private var short = Queue<Wait>()
  private var held = Queue<Wait>()
  private var ready = Queue<Wait>()

  package init(patience: Patience) { self.patience = patience }

  /// Files that are known and not yet taken.
  package var count: Int { entries.count }

  /// The state in which a file was last seen; nil for one that is not known.
  package func stamp(of path: String) -> FileStamp? { entries[path]?.stamp }

  /// Takes in how a file was found; one that did not change goes on waiting.
  package mutating func found(
    _ file: Sighting, at now: Duration, promise: () -> DeclaredSizeStatus
  ) {
    if var known = entries[file.path], known.stamp == file.stamp {
      guard file.notice == .finished, known.notice != .finished else { return }
      known.notice = .finished
      return enqueue(file.path, known)
    }
    var notice = file.notice
    // That it grows does not say that it was closed.
    if notice == .scanned, entries[file.path]?.notice == .appeared { notice = .appeared }
    enqueue(
      file.path, Entry(stamp: file.stamp, promise: promise(), notice: notice, changed: now))
  }

  /// Whether a file was made before our eyes, and nobody was seen to close it since.
  package func isUnclosed(_ path: String) -> Bool { entries[path]?.notice == .appeared }

  /// Whether a file has stayed as it is for as long as any is waited for.
  package func isOverdue(_ path: String, at now: Duration) -> Bool {
    entries[path].map { $0.changed + patience.deadline <= now } ?? false
  }

  /// Lets a file that was given out wait for another settle time.
  package mutating func askAgain(_ path: String, at now: Duration) {
    turns += 1
    guard entries[path] != nil else { return }
    entries[path]?.turn = turns
    held.append(Wait(path: path, changed: now, turn: turns))
  }

  /// Forgets a file that was taken or went away.
  package mutating func forget(_ path: String) { entries[path] = nil }

  /// Forgets all files that are not among `paths`; returns them.
  package mutating func forgetAll(except paths: Set<String>) -> [String] {
    let gone = entries.keys.filter { !paths.contains($0) }
    gone.forEach { entries[$0] = nil }
    return gone
  }

  /// The next file that is complete or waited for long enough; it stays known until forgotten, and
  /// is not given out again unless it changes.
  package mutating func next(at now: Duration) -> String? {
    while let first = settling.first, first.changed + patience.settle <= now {
      settling.popFirst().map { ready.append($0) }
    }
    while let first = held.first, first.changed + patience.settle <= now {
      held.popFirst().map { ready.append($0) }
    }
    while let first = short.first, first.changed + patience.deadline <= now {
      short.popFirst().map { ready.append($0) }
    }
    while let wait = ready.popFirst() {
      guard !isStale(wait) else { continue }
      entries[wait.path]?.turn = nil
      return wait.path
    }
    return nil
  }

  /// When a file will be complete if nothing happens to it; nil when none is waited for.
  package mutating func nextDue(at now: Duration) -> Duration? {
    ready.dropFirst(while: isStale)
    settling.dropFirst(while: isStale)
    held.dropFirst(while: isStale)
    short.dropFirst(while: isStale)
    if !ready.isEmpty { return now }
    return [
      settling.first.map { $0.changed + patience.settle },
      held.first.map { $0.changed + patience.settle },
      short.first.map { $0.changed + patience.deadline },
    ].compactMap(\.self).min()
  }

  // MARK: - Queues

  private mutating func enqueue(_ path: String, _ entry: Entry) {
    turns += 1
    let wait = Wait(path: path, changed: entry.changed, turn: turns)
    entries[path] = entry
    entries[path]?.turn = turns
    switch (entry.promise, entry.notice) {
    case (.fits, .finished): ready.append(wait)
    case (.fits, .appeared), (.fits, .scanned), (.unknown, _): settling.append(wait)
    case (.short, _): short.append(wait)
    }
  }

  private func isStale(_ wait: Wait) -> Bool { entries[wait.path]?.turn != wait.turn }
}
