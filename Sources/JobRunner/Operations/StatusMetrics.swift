// The status as metrics, for the textfile collector of Prometheus' node exporter: what
// `status.json` says, in base units. Names of files and people stand in neither.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// What is counted, and the levels that the loop knows.
struct StatusMetrics {
  let state: StatusFile.State
  let reason: String?
  let snapshot: StatusFile.Snapshot
  let figures: StatusBoard.Figures
  let updatedAt: String
  /// What the system says of this process (proc(5), `status`); nil where it says nothing.
  let process: String?

  /// All of it.
  var text: String { (levels + times + counts).map(\.text).joined() }

  private var levels: [Metric] {
    [
      Metric(
        "build_info", "The version of the program.", "version", [SoftwareVersion.current],
        isSo: SoftwareVersion.current),
      Metric(
        "watcher_state", "What the watcher is doing.", "state",
        StatusFile.State.allCases.map(\.rawValue), isSo: state.rawValue),
      Metric(
        "watcher_trouble", "Why the watcher is degraded.", "reason", StatusFile.reasons,
        isSo: reason),
      Metric("files_waiting", "Files that are not complete yet.", .gauge, Double(snapshot.waiting)),
      Metric(
        "sidecars_waiting", "Sidecars that wait for their recordings.", .gauge,
        Double(snapshot.sidecars)),
      Metric(
        "recordings_in_work", "Recordings that were claimed and have not ended.", .gauge,
        Double(snapshot.working)),
      Metric(
        "resident_memory_bytes", "Memory of the watcher that is in use.", .gauge,
        [residentBytes].compactMap { bytes in bytes.map { .init(value: $0) } }),
    ]
  }

  private var times: [Metric] {
    [
      Metric(
        "poll_interval_seconds", "How often the inbox is looked at; 0 where changes are told.",
        .gauge, pollSeconds),
      Metric(
        "status_timestamp_seconds", "When this was written.", .gauge, Self.samples(of: updatedAt)),
      Metric(
        "last_event_timestamp_seconds", "When something was last counted.", .gauge,
        Self.samples(of: figures.lastEventAt)),
      Metric(
        "analysis_seconds_total", "Time spent on analyses that gave a document.", .counter,
        Tier.allCases.map {
          .init(label: ("tier", $0.rawValue), value: figures.analysisSeconds[$0] ?? 0)
        }),
    ]
  }

  private var counts: [Metric] {
    StatusBoard.Count.allCases.map { count in
      Metric(
        count.metric.name + "_total", count.metric.help, .counter,
        Double(figures.counts[count] ?? 0))
    }
  }

  // MARK: - Values

  private var pollSeconds: Double {
    if case .polling(let interval, _) = snapshot.mode {
      Double(interval.milliseconds) / 1000
    } else {
      0
    }
  }

  private static func samples(of time: String?) -> [Metric.Sample] {
    guard let time = time.flatMap({ StoreTime($0) }) else { return [] }
    return [.init(value: Double(time.milliseconds) / 1000)]
  }

  /// `VmRSS`, which is given in units of 1024 bytes.
  private var residentBytes: Double? {
    let line = process?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let words = line?.split { $0 == " " || $0 == "\t" } ?? []
    return words.count > 1 ? Double(words[1]).map { $0 * 1024 } : nil
  }
}

extension StatusBoard.Count {
  /// The name of what is counted without its beginning and its end, and what it means.
  fileprivate var metric: (name: String, help: String) {
    switch self {
    case .claimed: ("recordings_claimed", "Recordings that were claimed.")
    case .quick: ("quick_documents", "Quick documents that were stored.")
    case .complete: ("comprehensive_documents", "Comprehensive documents that were stored.")
    case .refused: ("refusals", "Recordings and files of the inbox that were refused.")
    case .duplicate: ("duplicates", "Recordings that were the same as one before.")
    case .failed: ("failures", "Recordings that failed.")
    case .stranded: ("stranded", "Recordings that failed and lie in the work folder.")
    case .ended: ("recordings_ended", "Recordings that were put away.")
    case .retry: ("retries", "Steps that failed and were put off.")
    case .sidecarRefused: ("sidecar_refusals", "Sidecars that could not be used.")
    case .orphan: ("orphans", "Sidecars and checksums of recordings that cannot be told.")
    case .overflow: ("hint_overflows", "Times that the system dropped hints of changes.")
    case .purged: ("sessions_purged", "Sessions that went because their time was over.")
    case .audioPurged:
      ("recordings_purged", "Recordings that went because their time was over.")
    }
  }
}
