// Completeness of the files of an inbox. A file is complete when it was closed or renamed into
// place and its size fits its header. A shorter one waits until a deadline. Of any other file, size
// and modification time must stay the same for the settle time, on a monotonic clock.

internal import RecordStore
package import VoiceTypes

package struct FileStamp: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int
  /// Nanoseconds since 1970.
  package let modified: Int64
}

extension FileStamp {
  init(_ facts: FileFacts) {
    self.init(
      device: facts.device, inode: facts.inode, size: facts.size,
      modified: facts.modifiedNanoseconds)
  }
}

package enum ObservationSource: Sendable {
  /// Its writer closed it, or it was renamed into place.
  case finished
  /// It was created, and not closed since.
  case appeared
  /// A scan found it.
  case scanned
}

package struct FileObservation: Sendable {
  package let path: String
  package let stamp: FileStamp
  package let source: ObservationSource
}

/// Timeouts of files that are not complete.
package struct StabilityTimeouts: Sendable, Equatable {
  /// Time for which size and modification time must stay the same.
  package var settle: Duration = .seconds(2)

  /// Time for which a file shorter than its header may stay unchanged [E].
  package var deadline: Duration = .seconds(60)
}

/// Incomplete and complete files, in the order of their due times.
package struct FileStabilityTracker: Sendable {
  private struct Entry {
    var stamp: FileStamp
    var promise: DeclaredSizeStatus
    var source: ObservationSource
    var changed: Duration
    /// The valid place in a queue; nil once the file was returned.
    var turn: Int?
  }

  /// A place in a queue; stale once the file has another one.
  private struct Wait {
    let path: UTF8Key
    let due: Duration
    let turn: Int
  }

  private let timeouts: StabilityTimeouts
  private var entries: [UTF8Key: Entry] = [:]
  private var turns = 0
  // Each is ordered by time, since its wait is constant.
  private var settling = Queue<Wait>()
  private var short = Queue<Wait>()
  private var ready = Queue<Wait>()

  package init(timeouts: StabilityTimeouts) { self.timeouts = timeouts }

  /// Known files, until `forget`.
  package var count: Int { entries.count }

  /// The last observed state of a file; nil for an unknown one.
  package func stamp(of path: String) -> FileStamp? { entries[UTF8Key(path)]?.stamp }

  /// Adds an observation. A file that did not change keeps its place.
  package mutating func found(
    _ file: FileObservation, at now: Duration, promise: () -> DeclaredSizeStatus
  ) {
    let path = UTF8Key(file.path)
    if var known = entries[path], known.stamp == file.stamp {
      guard file.source == .finished, known.source != .finished else { return }
      known.source = .finished
      return enqueue(path, known)
    }
    var source = file.source
    // A file that grows is still open.
    if source == .scanned, entries[path]?.source == .appeared { source = .appeared }
    enqueue(path, Entry(stamp: file.stamp, promise: promise(), source: source, changed: now))
  }

  /// Whether a file was created under observation and not closed since.
  package func isUnclosed(_ path: String) -> Bool { entries[UTF8Key(path)]?.source == .appeared }

  /// Whether a file stayed unchanged until the deadline.
  package func isOverdue(_ path: String, at now: Duration) -> Bool {
    entries[UTF8Key(path)].map { $0.changed + timeouts.deadline <= now } ?? false
  }

  /// Makes a returned file wait for another settle time.
  package mutating func askAgain(_ path: String, at now: Duration) {
    turns += 1
    let path = UTF8Key(path)
    guard entries[path] != nil else { return }
    entries[path]?.turn = turns
    settling.append(Wait(path: path, due: now + timeouts.settle, turn: turns))
  }

  package mutating func forget(_ path: String) { entries[UTF8Key(path)] = nil }

  /// Removes and returns all files that are not among `paths`.
  package mutating func forgetAll(except paths: Set<UTF8Key>) -> [String] {
    let gone = entries.keys.filter { !paths.contains($0) }
    gone.forEach { entries[$0] = nil }
    return gone.map(\.text)
  }

  /// The next file that is complete or overdue; returned again only if it changes.
  package mutating func next(at now: Duration) -> String? {
    while let first = settling.first, first.due <= now {
      settling.popFirst().map { ready.append($0) }
    }
    while let first = short.first, first.due <= now { short.popFirst().map { ready.append($0) } }
    while let wait = ready.popFirst() {
      guard !isStale(wait) else { continue }
      entries[wait.path]?.turn = nil
      return wait.path.text
    }
    return nil
  }

  /// When the next file is due; nil if none waits.
  package mutating func nextDue(at now: Duration) -> Duration? {
    ready.dropFirst(while: isStale)
    settling.dropFirst(while: isStale)
    short.dropFirst(while: isStale)
    if !ready.isEmpty { return now }
    return [settling.first?.due, short.first?.due].compactMap(\.self).min()
  }

  private mutating func enqueue(_ path: UTF8Key, _ entry: Entry) {
    turns += 1
    let turn = turns
    entries[path] = entry
    entries[path]?.turn = turn
    func wait(_ time: Duration) -> Wait { Wait(path: path, due: entry.changed + time, turn: turn) }
    switch (entry.promise, entry.source) {
    case (.fits, .finished): ready.append(wait(.zero))
    case (.fits, _), (.unknown, _): settling.append(wait(timeouts.settle))
    case (.short, _): short.append(wait(timeouts.deadline))
    }
  }

  private func isStale(_ wait: Wait) -> Bool { entries[wait.path]?.turn != wait.turn }
}
