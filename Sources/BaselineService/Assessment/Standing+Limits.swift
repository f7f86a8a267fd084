// Where a value stands between the limits that apply to it.

internal import VoiceTypes

extension Standing {
  /// The standing of a value. Limits of another algorithm are shown and decide nothing; a value
  /// below a limit that is shown as published for ours is not within.
  init(of value: Double, _ measure: Measure, in limits: AppliedLimits) {
    if limits.contextAlone != nil {
      self = .noReference
    } else if measure.facts.role == .pitch {
      let isInside = (limits.typical ?? limits.published)?.holds(value) ?? true
      self = isInside ? .within : .unusualForReference
    } else if limits.outer?.excludes(value) == true {
      self = .outside
    } else if limits.isBeyondPublished(value) {
      self = .outsidePublished
    } else {
      let isBeyond = [limits.typical, limits.published].contains { $0?.excludes(value) == true }
      self = isBeyond ? .atEdge : .within
    }
  }
}

extension AppliedLimits {
  /// Whether a value lies beyond a limit that was published for this algorithm, with the settings it
  /// holds for, and beyond what is typical.
  fileprivate func isBeyondPublished(_ value: Double) -> Bool {
    guard let published, published.kind == .published, publishedSettings == .stated else {
      return false
    }
    return published.excludes(value)
      && (typical?.basis == .measured || typical?.holds(value) != true)
  }
}
