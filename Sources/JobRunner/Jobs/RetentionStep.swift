// At each start and once a day, what was kept long enough is announced, and goes after days of grace.

internal import RecordStore

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
      reporter.retentionFailed(PlainReason(error))
    }
  }

  /// What the caller knows a recording by whose time is over. A session that cannot be read is
  /// announced all the same.
  private func reference(in news: RetentionNews) -> String? {
    guard case .announced(let session) = news else { return nil }
    return (try? store.existingSession(session)?.header())?.reference
  }
}
