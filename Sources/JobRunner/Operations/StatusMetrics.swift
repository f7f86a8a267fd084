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
        "build_info", "Version of the program.", "version", [SoftwareVersion.current],
        isSo: SoftwareVersion.current),
      Metric(
        "watcher_state", "State of the watcher.", "state",
        StatusFile.State.allCases.map(\.rawValue), isSo: state.rawValue),
      Metric(
        "watcher_trouble", "Reason of the degraded state.", "reason", StatusFile.reasons,
        isSo: reason),
      Metric("files_waiting", "Incomplete files in the inbox.", .gauge, Double(snapshot.waiting)),
      Metric(
        "sidecars_waiting", "Sidecars without their recordings.", .gauge,
        Double(snapshot.sidecars)),
      Metric(
        "recordings_in_work", "Recordings in progress.", .gauge,
        Double(snapshot.working)),
      Metric(
        "resident_memory_bytes", "Resident memory of the watcher.", .gauge,
        [residentBytes].compactMap { bytes in bytes.map { .init(value: $0) } }),
    ]
  }

  private var times: [Metric] {
    [
      Metric(
        "poll_interval_seconds", "Polling interval of the inbox; 0 with change notifications.",
        .gauge, pollSeconds),
      Metric(
        "status_timestamp_seconds", "Time of the last update of these metrics.", .gauge,
        Self.samples(of: updatedAt)),
      Metric(
        "last_event_timestamp_seconds", "Time of the last counted event.", .gauge,
        Self.samples(of: figures.lastEventAt)),
      Metric(
        "analysis_seconds_total", "Duration of analyses with a document.", .counter,
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
    case .claimed: ("recordings_claimed", "Claimed recordings.")
    case .quick: ("quick_documents", "Stored quick documents.")
    case .complete: ("comprehensive_documents", "Stored comprehensive documents.")
    case .refused: ("refusals", "Refused recordings and inbox files.")
    case .duplicate: ("duplicates", "Duplicate recordings.")
    case .failed: ("failures", "Failed recordings.")
    case .stranded: ("stranded", "Failed recordings that remain in the work folder.")
    case .ended: ("recordings_ended", "Finalized recordings.")
    case .retry: ("retries", "Failed steps with a retry.")
    case .sidecarRefused: ("sidecar_refusals", "Invalid sidecars.")
    case .orphan: ("orphans", "Sidecars and checksums without a recording.")
    case .overflow: ("hint_overflows", "Overflows of change notifications.")
    case .purged: ("sessions_purged", "Sessions purged by retention.")
    case .audioPurged:
      ("recordings_purged", "Audio files purged by retention.")
    }
  }
}
