// An inbox: change notifications trigger checks of files, and scans find what they missed. Used by
// one thread.

package import RecordStore
internal import VoicePipeline
package import VoiceTypes

/// How changes in an inbox are detected.
package enum WatchMode: Equatable, Sendable {
  case inotify
  /// Periodic scans, with the reason.
  case polling(every: Duration, because: String)

  var polling: (interval: Duration, reason: String)? {
    if case .polling(let interval, let reason) = self { (interval, reason) } else { nil }
  }
}

/// A complete or overdue file of an inbox.
package struct ReadyFile: Equatable, Sendable {
  package let path: String
  package let kind: InboxFile
  package let stamp: FileStamp
}

/// A change of an inbox for the log.
package enum InboxNotice: Equatable, Sendable {
  case mode(WatchMode)
  case unreachable(FileSystemError)
  case reachable
  case overflow
  /// A folder that cannot be listed.
  case unreadableFolder(FileSystemError)
  /// Ignored files, whenever they change.
  case skipped(SkippedFiles)
}

/// The files of an inbox, in the order in which they become complete.
package struct WatchFolder {
  /// Time until an unreachable inbox is scanned again [E].
  private static let revisit: Duration = .seconds(1)

  /// ENOENT.
  private static let noSuchFile: Int32 = 2

  /// The default interval of scans without change notifications [E].
  private static let usualPolling: Duration = .seconds(2)

  /// A page, which contains the header of nearly every recording.
  private static let firstBytes = 4096

  private let layout: InboxLayout
  private let settings: WatchSettings
  private let names: InboxNames
  private let files: any FileSystem
  private let elapsed: @Sendable () -> Duration
  private let isRemembered: @Sendable (String, FileStamp) -> Bool?

  /// Files that may have been claimed before, while the store is unavailable. A later scan finds them again.
  package private(set) var unverified: Set<UTF8Key> = []
  private var events: any FolderEvents
  private var tracker: FileStabilityTracker
  private var nextScan: Duration = .zero
  private var rootPlace: (device: UInt64, inode: UInt64)?
  private var notices: [InboxNotice] = []
  private var skipped = SkippedFiles()

  /// Overdue files that a program still has open, in a run until the inbox is drained.
  package private(set) var leftOpen: Set<UTF8Key> = []

  package private(set) var mode: WatchMode = .inotify
  package var isReachable: Bool { rootPlace != nil }

  /// Files that are known and not claimed.
  package var count: Int { tracker.count }

  /// The events that end a wait.
  package enum Awaited: Sendable {
    case filesAndHints
    /// Change notifications alone; complete files have to wait.
    case hints
  }

  package struct Parts {
    package var files: any FileSystem
    package var events: any FolderEvents
    package var elapsed: @Sendable () -> Duration
    /// Files that stay in the inbox and are claimed already.
    package var isRemembered: @Sendable (String, FileStamp) -> Bool? = { _, _ in false }
  }

  package init(_ layout: InboxLayout, _ settings: WatchSettings, _ parts: Parts) {
    self.layout = layout
    self.settings = settings
    names = InboxNames(ignoring: settings.ignoring)
    files = parts.files
    elapsed = parts.elapsed
    isRemembered = parts.isRemembered
    events = parts.events
    tracker = FileStabilityTracker(timeouts: settings.timeouts)
    if let interval = settings.polling {
      poll(every: interval, because: "requested with --poll")
    } else if let type = NetworkFileSystems.type(at: layout.root, files) {
      poll(every: Self.usualPolling, because: "change notifications are incomplete on \(type)")
    }
  }

  /// Waits for changes, at most for a time, and adds them.
  package mutating func wait(atMost limit: Duration, for awaited: Awaited = .filesAndHints) {
    let now = elapsed()
    let nextFile = awaited == .hints ? nil : tracker.nextDue(at: now)
    let due = min(nextFile ?? nextScan, nextScan) - now
    let hints = events.next(within: max(.zero, min(limit, due)))
    hints.forEach { handle($0) }
    if elapsed() >= nextScan { scan() }
  }

  /// The next complete file, in its present state.
  package mutating func nextReady() -> ReadyFile? {
    while let path = tracker.next(at: elapsed()) {
      guard let known = tracker.stamp(of: path) else { continue }
      guard let facts = try? files.facts(of: path), facts.kind == .file else {
        tracker.forget(path)
        continue
      }
      let stamp = FileStamp(facts)
      if stamp == known {
        if isHeldOpen(path) { continue }
        return ReadyFile(path: path, kind: kind(of: path), stamp: stamp)
      }
      note(path, facts, as: .scanned)
    }
    return nil
  }

  /// Whether a program may still write to a complete file; the file then keeps waiting.
  private mutating func isHeldOpen(_ path: String) -> Bool {
    let now = elapsed()
    switch files.writers(of: path, in: layout) {
    case .none: return false
    case .unknown where !tracker.isUnclosed(path) || tracker.isOverdue(path, at: now): return false
    case .some where settings.span == .untilDrained && tracker.isOverdue(path, at: now):
      leftOpen.insert(UTF8Key(path))
      tracker.forget(path)
    case .some, .unknown: tracker.askAgain(path, at: now)
    }
    return true
  }

  package mutating func forget(_ path: String) { tracker.forget(path) }

  /// Whether a file is there and not claimed.
  package func knows(_ path: String) -> Bool { tracker.stamp(of: path) != nil }

  /// Returns and clears the notices.
  package mutating func takeNotices() -> [InboxNotice] {
    defer { notices = [] }
    return notices
  }

  // MARK: - Hints

  private mutating func handle(_ event: FolderEvent) {
    switch event {
    case .finished(let path): observe(at: path, as: .finished)
    case .appeared(let path): observe(at: path, as: .appeared)
    case .left(let path):
      if let facts = try? files.facts(of: path), facts.kind == .file { return }
      tracker.forget(path)
    case .folderAppeared(let path):
      guard settings.depth == .recursive, !names.ignores(InboxLayout.name(of: path)) else { return }
      var found = FoundFiles()
      scanSubfolder(path, noting: &found)
    case .overflow:
      notices.append(.overflow)
      nextScan = .zero
    case .rootGone:
      rootPlace = nil
      nextScan = .zero
    }
  }

  private mutating func observe(at path: String, as source: ObservationSource) {
    guard kind(of: path) != .ignored, let facts = try? files.facts(of: path) else { return }
    note(path, facts, as: source)
  }

  private mutating func note(_ path: String, _ facts: FileFacts, as source: ObservationSource) {
    let kind = kind(of: path)
    guard !leftOpen.contains(UTF8Key(path)), facts.kind == .file,
      kind == .recording || kind == .sidecar || kind == .checksum
    else { return }
    let stamp = FileStamp(facts)
    switch isRemembered(path, stamp) {
    case .none:
      unverified.insert(UTF8Key(path))
      return tracker.forget(path)
    case .some(let isClaimed):
      unverified.remove(UTF8Key(path))
      if isClaimed { return tracker.forget(path) }
    }
    let observation = FileObservation(path: path, stamp: stamp, source: source)
    tracker.found(observation, at: elapsed()) { [files] in
      kind == .recording ? Self.declaredSizeStatus(of: path, facts.size, files) : .fits
    }
  }

  /// How the size of a recording compares with its header; unknown if it cannot be read now.
  private static func declaredSizeStatus(
    of path: String, _ size: Int, _ files: any FileSystem
  ) -> DeclaredSizeStatus {
    for count in [firstBytes, FileBeginning.bytesWanted] {
      guard let bytes = try? files.read(path, from: 0, count: min(count, size)) else { continue }
      let status = FileBeginning.promise(bytes, fileBytes: size)
      if status != .unknown || size <= firstBytes { return status }
    }
    return .unknown
  }

  private func kind(of path: String) -> InboxFile { names.kind(of: InboxLayout.name(of: path)) }

  // MARK: - Scanning

  /// Scans the inbox, and watches it again if it is another folder than before.
  private mutating func scan() {
    do throws(FileSystemError) {
      guard let root = try files.facts(of: layout.root + "/."), root.kind == .folder else {
        throw FileSystemError(code: Self.noSuchFile, operation: .list, path: layout.root)
      }
      if rootPlace?.inode != root.inode || rootPlace?.device != root.device {
        events.unwatchAll()
        if rootPlace == nil { notices.append(.reachable) }
        rootPlace = (root.device, root.inode)
      }
      var found = FoundFiles()
      try scan(layout.root, noting: &found)
      _ = tracker.forgetAll(except: found.paths)
      if found.skipped != skipped, !found.skipped.isEmpty {
        notices.append(.skipped(found.skipped))
      }
      skipped = found.skipped
      nextScan = elapsed() + (unverified.isEmpty ? scanInterval : min(scanInterval, Self.revisit))
    } catch {
      if rootPlace != nil || nextScan == .zero { notices.append(.unreachable(error)) }
      rootPlace = nil
      events.unwatchAll()
      nextScan = elapsed() + Self.revisit
    }
  }

  private var scanInterval: Duration {
    mode.polling?.interval ?? settings.rescan
  }

  private mutating func scanSubfolder(_ folder: String, noting found: inout FoundFiles) {
    do {
      try scan(folder, noting: &found)
    } catch {
      if !error.isMissing { notices.append(.unreadableFolder(error)) }
    }
  }

  private mutating func scan(
    _ folder: String, noting found: inout FoundFiles
  ) throws(FileSystemError) {
    arm(folder)
    for name in try files.list(folder) where !names.ignores(name) {
      let path = folder + "/" + name
      guard let facts = try files.facts(of: path) else { continue }
      if facts.kind == .folder, settings.depth == .recursive {
        scanSubfolder(path, noting: &found)
      } else {
        found.paths.insert(UTF8Key(path))
        found.skip(name, facts.kind, as: names.kind(of: name))
        note(path, facts, as: .scanned)
      }
    }
  }

  // MARK: - Ways to notice changes

  /// Watches a folder before it is scanned: a change in between is seen twice rather than missed.
  private mutating func arm(_ folder: String) {
    guard mode == .inotify else { return }
    do {
      try events.watch(folder)
    } catch .unreachable {
      // The scan reports it.
    } catch {
      poll(every: Self.usualPolling, because: error.advice)
    }
  }

  private mutating func poll(every interval: Duration, because reason: String) {
    events.unwatchAll()
    mode = .polling(every: interval, because: reason)
    notices.append(.mode(mode))
  }
}

/// The paths that a scan found, and the files that it ignored.
private struct FoundFiles {
  var paths: Set<UTF8Key> = []
  private(set) var skipped = SkippedFiles()

  mutating func skip(_ name: String, _ kind: FileKind, as purpose: InboxFile) {
    switch kind {
    case .file where purpose == .foreign: skipped.add(name: name)
    case .file: break
    case .folder: skipped.add(.folder)
    case .link: skipped.add(.link)
    case .other: skipped.add(.noFile)
    }
  }
}

/// File systems on which the kernel does not report the changes of other machines.
package enum NetworkFileSystems {
  /// Types as in the list of mounts; of a type with a dot, the part before it.
  private static let types: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse", "9p", "virtiofs", "afs", "ceph", "coda",
    "ncpfs",
    "vboxsf", "vmhgfs", "prl_fs", "ocfs2", "gfs2", "lustre", "gpfs", "glusterfs", "beegfs", "davfs",
  ]

  private static let mounts = "/proc/self/mountinfo"

  /// The type of the network file system of a folder; nil for a local or unknown one.
  package static func type(at folder: String, _ files: any FileSystem) -> String? {
    guard let facts = try? files.facts(of: folder + "/."), let list = try? files.read(mounts) else {
      return nil
    }
    return type(ofDevice: facts.device, in: String(decoding: list, as: UTF8.self))
  }

  /// The type of the network file system of a device, by a list of mounts (proc(5): field 3 is the
  /// device, the field after the dash the type).
  package static func type(ofDevice device: UInt64, in mounts: String) -> String? {
    // As in glibc (sys/sysmacros.h, gnu_dev_major, gnu_dev_minor).
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let wanted = "\(major):\(device & 0xFF | device >> 12 & ~0xFF)"
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == wanted, let dash = fields.firstIndex(of: "-"),
        dash + 1 < fields.count
      else { continue }
      let type = fields[dash + 1]
      guard let family = type.split(separator: ".").first, types.contains(family) else {
        return nil
      }
      return String(type)
    }
    return nil
  }
}

extension FileSystem {
  /// Whether a program has a file open for writing. On a network file system a refused lease has no
  /// meaning: its server grants leases.
  func writers(of path: String, in inbox: InboxLayout) -> WriterCheck {
    let check = writers(of: path)
    guard check == .some, NetworkFileSystems.type(at: inbox.root, self) != nil else { return check }
    return .unknown
  }
}
