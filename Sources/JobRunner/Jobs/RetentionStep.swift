// Retention: at each start and once a day, sessions past their retention are announced, and purged
// after days of grace.

internal import RecordStore
internal import VoicePipeline

extension JobContext {
  /// Enforces retention, and deletes events of sessions that left the store and rows of files that
  /// left the inbox. The rows of files that stay in the inbox remain, since their recordings would be
  /// claimed again. A failure is retried on the next day.
  func enforceRetention() {
    do {
      try store.enforce(settings.retention) { news throws(StoreError) in
        try reporter.retention(news, reference: reference(in: news))
      }
      if settings.audio != .keep, let ledger {
        try store.deleteFormerFiles(ofInbox: ledger.inbox)
      }
      guard let events = reporter.events else { return }
      let days = settings.retention.days(isGuest: true)
      let limit = days.flatMap { StoreTime(environment.timestamp())?.adding(days: -$0) }
      try events.delete(purged: { (try? store.wasPurged($0)) == true }, before: limit) {
        (try? store.holds($0)) == false
      }
    } catch {
      reporter.publish(RunnerEvent(kind: .retentionFailed, reason: StepFault(error).reason))
    }
  }

  /// The caller's reference of an announced session, if its header can be read.
  private func reference(in news: RetentionEvent) -> String? {
    let session: SessionID
    switch news {
    case .announced(let announced), .audioAnnounced(let announced): session = announced
    case .purged, .audioPurged, .clockDisagrees: return nil
    }
    return (try? store.existingSession(session)?.header())?.reference
  }
}
