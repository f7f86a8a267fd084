// A status as JSON, as lines for a person, and as metrics.

internal import JobRunner
package import VoiceTypes

extension BoardStatus {
  /// The members of a status, in order.
  private var counts: [(String, Int)] {
    [
      ("queued", queued), ("running", running), ("orphaned", orphaned),
      ("quarantined", quarantined), ("claims", claims), ("takeovers", takeovers),
      ("lost_leases", lostLeases),
      ("late_writes", lateWrites), ("documents", documents), ("dead_rows", deadRows),
    ]
  }

  /// The status as JSON.
  package var json: JSONValue {
    let counts = counts.map { JSONValue.Member($0.0, .int($0.1)) }
    let ages: [JSONValue.Member] = [
      .init("oldest_queued_s", .optional(oldestSeconds)),
      .init("oldest_transaction_s", .optional(oldestTransactionSeconds)),
      .init("oldest_rows_transactions", .optional(oldestRowsTransactions)),
    ]
    let aside = aside.map { job in
      JSONValue.object([
        .init("tenant", .string(job.tenant)), .init("session", .string(job.session)),
        .init("attempts", .int(job.attempts)), .init("reason", .optional(job.reason)),
      ])
    }
    return .object(
      [.init("schema", .int(schema))] + counts + ages + [.init("put_aside", .array(aside))])
  }

  /// The status as lines for a person.
  package var text: String {
    var lines = [("schema", "\(schema)")] + counts.map { ($0.0, "\($0.1)") }
    lines.append(("oldest queued job", Self.seconds(oldestSeconds)))
    lines.append(("oldest transaction", Self.seconds(oldestTransactionSeconds)))
    lines.append(
      (
        "oldest retained rows",
        oldestRowsTransactions.map { "\($0) transaction\($0 == 1 ? "" : "s") ago" } ?? "-"
      ))
    let table = lines.map { key, value in
      let name = key.prefix(1).uppercased() + key.dropFirst().replacing("_", with: " ") + ":"
      return
        name + String(repeating: " ", count: Self.width - name.count) + value + "\n"
    }
    let aside = aside.map { job in
      "Quarantined: \(job.tenant) \(job.session): \(job.reason ?? "unknown reason")\n"
    }
    return (table + aside).joined()
  }

  /// Of the names of a text, in characters.
  private static let width = 26

  private static func seconds(_ value: Double?) -> String {
    value.map { "\(($0 * 10).rounded() / 10) s" } ?? "-"
  }
}

extension BoardStatus.Aside {
  /// Why, as a sentence.
  var reason: String? {
    switch fault {
    case .workerLost:
      "the program terminated \(attempts) times while reading or analysing the recording"
    case .recordingMissing: "the audio is missing"
    case .recordingChanged: "the audio differs from the submitted audio"
    case .documentRefused: "the document could not be stored; see the log of the workers"
    case nil: nil
    }
  }
}

extension BoardStatus {
  /// The status for the textfile collector of Prometheus' node exporter, in base units.
  package var metrics: String { (levels + counters).map(\.text).joined() }

  private var levels: [Metric] {
    [
      Metric("board_schema", "Last applied step of the schema.", .gauge, Double(schema)),
      Metric("board_queued_jobs", "Queued jobs.", .gauge, Double(queued)),
      // Nothing waits: for no time, so that an alarm on it ends.
      Metric(
        "board_oldest_queued_seconds", "Time since the oldest queued job became due.",
        .gauge, oldestSeconds ?? 0),
      Metric("board_running_jobs", "Jobs with a running worker.", .gauge, Double(running)),
      Metric(
        "board_orphaned_jobs", "Jobs of lost workers that wait for another worker.",
        .gauge, Double(orphaned)),
      Metric(
        "board_quarantined_jobs", "Quarantined jobs.", .gauge,
        Double(quarantined)),
      Metric("board_documents", "Stored documents.", .gauge, Double(documents)),
      Metric(
        "board_dead_rows", "Dead rows of jobs before a vacuum.", .gauge, Double(deadRows)),
      Metric(
        "board_oldest_transaction_seconds",
        "Age of the oldest open transaction, which delays vacuums.", .gauge,
        oldestTransactionSeconds ?? 0),
      Metric(
        "board_oldest_xmin_transactions",
        "Age in transactions of the oldest snapshot, which retains dead rows.", .gauge,
        Double(oldestRowsTransactions ?? 0)),
    ]
  }

  private var counters: [Metric] {
    [
      Metric("board_claims_total", "Claims of a job.", .counter, Double(claims)),
      Metric(
        "board_takeovers_total", "Claims of jobs of lost workers.", .counter,
        Double(takeovers)),
      Metric("board_lost_leases_total", "Expired leases.", .counter, Double(lostLeases)),
      Metric(
        "board_late_writes_total", "Documents discarded after the end of their lease.",
        .counter, Double(lateWrites)),
    ]
  }
}
