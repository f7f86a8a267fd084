// At each start and once a day, what was kept long enough is announced, and goes after days of grace.

internal import RecordStore
internal import VoicePipeline

extension JobContext {
  /// Enforces retention; what does not succeed today is tried tomorrow.
  func enforceRetention() {
    do throws(StoreError) {
      try store.enforce(settings.retention) { news throws(StoreError) in
        do throws(FileSystemError) {
          try reporter.retention(news, reference: reference(in: news))
        } catch {
          throw .fileSystem(error)
        }
      }
    } catch {
      return reporter.retentionFailed(PlainReason(error))
    }
    forgetWhatIsGone()
  }

  /// Forgets events of sessions that are gone from the store, at once where they were purged. The memory of the inbox stays: by it what
  /// comes late for a purged recording is told of no other one, and it has names as keyed hashes only.
  private func forgetWhatIsGone() {
    guard let events = reporter.events else { return }
    let days = settings.retention.days(isGuest: true)
    do throws(FileSystemError) {
      try events.forget(purged: { (try? store.wasPurged($0)) == true })
      guard let days, let now = StoreTime(environment.timestamp()) else { return }
      try events.forget(before: now.adding(days: -days)) { (try? store.holds($0)) == false }
    } catch {
      reporter.retentionFailed(PlainReason(error))
    }
  }

  /// What the caller knows a recording by whose time is over. A session that cannot be read is
  /// announced all the same.
  private func reference(in news: RetentionNews) -> String? {
    let session: SessionID
    switch news {
    case .announced(let announced), .audioAnnounced(let announced): session = announced
    case .purged, .audioPurged, .clockDisagrees: return nil
    }
    return (try? store.existingSession(session)?.header())?.reference
  }
}
