// Once a day, what was kept long enough goes.

internal import RecordStore

extension JobContext {
  /// Purges sessions whose time is over; what does not succeed today is tried tomorrow.
  func enforceRetention() {
    do {
      reporter.purged(try store.enforce(settings.retention).count)
    } catch {
      reporter.retentionFailed(PlainReason(error))
    }
  }
}
