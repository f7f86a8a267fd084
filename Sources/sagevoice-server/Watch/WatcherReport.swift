import CommandSupport
import RecordStore
import VoiceReport
import VoiceTypes

struct WatcherReport {
  /// The content of `status.json`.
  let status: JSONValue

  /// The age in seconds; nil if the file has no timestamp.
  let ageSeconds: Int?

  init(ofStore folder: String, at now: StoreTime) throws {
    let files = POSIXFileSystem()
    let path = folder + "/status.json"
    guard StoreAddress.isStore(folder) else {
      throw CommandFault(
        .cannotOpenInput, "\(folder) is not a store, or its disk is unavailable; check the path")
    }
    do {
      status = try JSONValue.parse(files.read(path, from: 0, count: Self.mostBytes))
    } catch let fault as FileSystemError where fault.isMissing {
      throw CommandFault(
        .cannotOpenInput,
        "no watcher has written a status into \(folder) yet; start `sagevoice watch`")
    } catch {
      throw CommandFault(.cannotOpenInput, "the status of \(folder) cannot be read: \(error)")
    }
    ageSeconds = status["updated_at"]?.word.flatMap { StoreTime($0) }.map {
      Int((now.milliseconds - $0.milliseconds) / 1000)
    }
  }

  /// Size limit of the status, in bytes [E].
  private static let mostBytes = 1 << 16

  /// Returns the problem in one sentence; nil without one.
  func problem(maxAgeSeconds: Int) -> String? {
    guard let ageSeconds else { return "the status has no time; start `sagevoice watch` again" }
    // A future timestamp indicates a wrong clock and is also stale.
    guard abs(ageSeconds) <= maxAgeSeconds else {
      return
        "the status is \(ageSeconds) s old; the watcher is gone, hangs, or cannot write to the "
        + "store"
    }
    switch state {
    case "watching": return nil
    case "degraded": return "the watcher is limited: \(reason)"
    default: return "the watcher is \(state)"
    }
  }

  private var state: String { status["state"]?.word ?? commandText("unknown") }

  private var reason: String {
    let code = status["reason"]?.word ?? ""
    return TextCatalogue.commands["watcher.reason.\(code)", .english] ?? code
  }
}

// MARK: - Text

extension WatcherReport {
  /// The status for people; members without a value have no line.
  var text: String {
    let rows: [(key: String, value: String?)] = [
      ("state", stateText), ("updated", updatedText), ("inbox", status["inbox"]?.word),
      ("mode", modeText), ("files_waiting", number("files_waiting")),
      ("sidecars_waiting", number("sidecars_waiting")),
      ("recordings_in_work", number("recordings_in_work")), ("rate", rateText),
      ("totals", totalsText), ("last_event", time(status["last_event_at"])),
      ("last_error", errorText), ("limits", limitsText), ("program", programText),
    ]
    return LabelledText.lines(
      rows.compactMap { key, value in
        value.map { (label: commandText("watcher.\(key)"), value: $0.printable) }
      }
    ).report
  }

  private var stateText: String {
    switch state {
    case "watching": commandText("watcher.state.watching")
    case "stopped": commandText("watcher.state.stopped")
    case "degraded": commandText("watcher.state.degraded", ["reason": reason])
    default: state
    }
  }

  private var updatedText: String {
    guard let ageSeconds, let time = time(status["updated_at"]) else {
      return commandText("unknown")
    }
    return commandText("watcher.age", ["time": time, "seconds": "\(ageSeconds)"])
  }

  private var modeText: String {
    guard let seconds = number("poll_interval_s") else {
      return commandText("watcher.mode.inotify")
    }
    guard let reason = status["poll_reason"]?.word else {
      return commandText("watcher.mode.poll", ["seconds": seconds])
    }
    return commandText("watcher.mode.poll_because", ["seconds": seconds, "reason": reason])
  }

  /// The rate; nil for zero.
  private var rateText: String? {
    guard let rate = number("recordings_per_second"), rate != "0" else { return nil }
    return commandText(
      "watcher.speed", ["rate": Double(rate).map { NumberFormat.fixed($0, 1) } ?? rate])
  }

  /// The counts other than zero.
  private var totalsText: String {
    guard case .object(let totals)? = status["totals"] else { return commandText("unknown") }
    let counts = totals.filter { $0.value != .int(0) }.compactMap { total -> String? in
      guard case .int(let count) = total.value,
        let text = TextCatalogue.commands["watcher.total.\(total.key)", .english]
      else { return nil }
      return MessageTemplate(text).filled(with: ["count": "\(count)"])
    }
    return counts.isEmpty ? commandText("watcher.nothing") : counts.joined(separator: ", ")
  }

  private var errorText: String? {
    guard let error = status["last_error"], let message = error["message"]?.word else { return nil }
    return commandText(
      "watcher.error_at", ["message": message, "time": time(error["at"]) ?? commandText("unknown")])
  }

  private var limitsText: String? {
    let limits = status["limits"]
    let names = [limits?["version"], limits?["measured"]?["version"]].compactMap { $0?.word }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private var programText: String {
    commandText(
      "watcher.version",
      [
        "version": status["version"]?.word ?? commandText("unknown"),
        "pid": number("pid") ?? commandText("unknown"),
      ])
  }

  private func number(_ key: String) -> String? {
    switch status[key] {
    case .int(let number): "\(number)"
    case .number(let number): NumberFormat.significant(number)
    default: nil
    }
  }

  private func time(_ value: JSONValue?) -> String? {
    value?.word.flatMap { LocalTime.text(of: $0) }
  }
}

extension JSONValue {
  /// The string value; nil for another type.
  fileprivate var word: String? { if case .string(let text) = self { text } else { nil } }
}
