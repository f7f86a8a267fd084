// When a consent takes another one back.

extension Consent {
  /// Whether it takes back an agreement to storage that was given before.
  ///
  /// It does if the person declined, or signed for other purposes, unless `former` is known to be the later
  /// one of the two. A guardian who has not signed takes nothing back: what nobody agreed to is not kept, and
  /// what was agreed to stays.
  /// - Parameter former: What counted until now; nil for nothing.
  public func takesBackStorage(after former: Consent?) -> Bool {
    guard !isSigned || !purposes.contains(.storage) else { return false }
    guard let time = at.flatMap(RecordedTime.init),
      let known = former?.at.flatMap(RecordedTime.init)
    else { return true }
    return time.seconds >= known.seconds
  }
}
