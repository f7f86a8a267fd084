// What `status.json` of a store says, and whether that is well.

import CommandSupport
import RecordStore
import VoiceTypes

/// The status of a watcher at a time.
struct WatcherReport {
  /// What stands in the file.
  let status: JSONValue

  /// How old it is; nil when the file does not say.
  let ageSeconds: Int?

  /// Reads the status of a store.
  init(ofStore folder: String, at now: StoreTime) throws(CommandFault) {
    let files = POSIXFileSystem()
    let path = folder + "/status.json"
    do {
      guard try files.facts(of: folder + "/store.json") != nil else {
        throw CommandFault(
          status: .cannotOpenInput,
          messages: ["\(folder) is not a store, or its disk is away; check the path"])
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

  /// More than a status can have [E].
  private static let mostBytes = 1 << 16

  /// What is not well, in one sentence; nil when nothing is.
  func problem(maxAgeSeconds: Int) -> String? {
    guard let ageSeconds else {
      return "the status does not say when it was written; start `sagevoice watch` again"
    }
    // A status of the future is as little worth as an old one: one of the clocks was wrong.
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

  /// Lines for people.
  var text: String {
    "age_s: " + (ageSeconds.map(String.init) ?? "not known") + "\n" + JSONLines.text(of: status)
  }

  private var state: String { status["state"]?.word ?? "unknown" }
  private var reason: String? { status["reason"]?.word }
}

extension JSONValue {
  /// The text, if this is one.
  fileprivate var word: String? { if case .string(let text) = self { text } else { nil } }
}
