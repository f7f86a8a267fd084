extension Consent {
  /// Whether this consent withdraws an earlier consent to storage.
  ///
  /// A withdrawal declines, or signs without the storage purpose, at a stated time (`at`) that is
  /// not before the time of `former`. An unfilled form without a time withdraws nothing, and
  /// neither does a missing guardian signature. Withdrawal deletes data permanently.
  /// - Parameter former: Effective consent so far; nil for none.
  public func takesBackStorage(after former: Consent?) -> Bool {
    guard !isSigned || !purposes.contains(.storage), let time = at.flatMap(RecordedTime.init)
    else { return false }
    guard let known = former?.at.flatMap(RecordedTime.init) else { return true }
    return time.seconds >= known.seconds
  }
}
