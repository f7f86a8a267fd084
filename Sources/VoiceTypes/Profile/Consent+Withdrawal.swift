// When a consent takes another one back.

extension Consent {
  /// Whether it takes back an agreement to storage that was given before.
  ///
  /// It does if the person declined, or signed for other purposes, at a time that is told (`at`), unless
  /// `former` is known to be the later one of the two. What is taken back is gone for good: a form that was
  /// merely not filled in, and tells no time, takes nothing back, and neither does a guardian who has not
  /// signed. What nobody agreed to is not kept, and what was agreed to stays.
  /// - Parameter former: What counted until now; nil for nothing.
  public func takesBackStorage(after former: Consent?) -> Bool {
    guard !isSigned || !purposes.contains(.storage), let time = at.flatMap(RecordedTime.init)
    else { return false }
    guard let known = former?.at.flatMap(RecordedTime.init) else { return true }
    return time.seconds >= known.seconds
  }
}
