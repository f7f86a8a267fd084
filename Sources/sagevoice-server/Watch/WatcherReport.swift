import CommandSupport
import RecordStore
import VoiceTypes

/// The status of a watcher and its age.
struct WatcherReport {
  /// The content of `status.json`.
  let status: JSONValue

  /// The age in seconds; nil if the file has no timestamp.
  let ageSeconds: Int?

  /// Reads the status of a store.
  init(ofStore folder: String, at now: StoreTime) throws(CommandFault) {
    let files = POSIXFileSystem()
    let path = folder + "/status.json"
    do {
      guard StoreAddress.isStore(folder) else {
        throw CommandFault(
          status: .cannotOpenInput,
          messages: ["\(folder) is not a store, or its disk is unavailable; check the path"])
      }
      status = try JSONValue.parse(files.read(path, from: 0, count: Self.mostBytes))
    } catch let fault as CommandFault {
      throw fault
    } catch let fault as FileSystemError where fault.isMissing {
      throw CommandFault(
        status: .cannotOpenInput,
        messages: ["no watcher has written a status into \(folder) yet; start `sagevoice watch`"])
    } catch {
      throw CommandFault(
        status: .cannotOpenInput, messages: ["the status of \(folder) cannot be read: \(error)"])
    }
    ageSeconds = status["updated_at"]?.word.flatMap { StoreTime($0) }.map {
      Int((now.milliseconds - $0.milliseconds) / 1000)
    }
  }

  /// Size limit of the status, in bytes [E].
  private static let mostBytes = 1 << 16

  /// Returns the problem in one sentence; nil without one.
  func problem(maxAgeSeconds: Int) -> String? {
    guard let ageSeconds else {
      return "the status has no time; start `sagevoice watch` again"
    }
    // A future timestamp indicates a wrong clock and is also stale.
    guard abs(ageSeconds) <= maxAgeSeconds else {
      return
        "the status is \(ageSeconds) s old; the watcher is gone, hangs, or cannot write to the "
        + "store"
    }
    switch state {
    case "watching": return nil
    case "degraded": return "the watcher is degraded (\(reason ?? "no reason given"))"
    default: return "the watcher is \(state)"
    }
  }

  /// The status for people.
  var text: String {
    let age = ageSeconds.map { "\($0) s ago" } ?? "unknown"
    return "Status written: \(age)\n" + LabelledText.text(of: status)
  }

  private var state: String { status["state"]?.word ?? "unknown" }
  private var reason: String? { status["reason"]?.word }
}

extension JSONValue {
  /// The string value; nil for another type.
  fileprivate var word: String? { if case .string(let text) = self { text } else { nil } }
}
