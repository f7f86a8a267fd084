internal import VoiceTypes

extension Standing {
  /// Classifies a value against its limits. Limits of other algorithms are shown as context only.
  /// Except for pitch, a value beyond a published or derived limit of this algorithm is never
  /// `within`.
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
  /// Whether a value exceeds a published limit of this algorithm with stated settings. A typical
  /// limit from the literature must exclude it too.
  fileprivate func isBeyondPublished(_ value: Double) -> Bool {
    guard let published, published.kind == .published, publishedSettings == .stated else {
      return false
    }
    return published.excludes(value)
      && (typical?.basis == .measured || typical?.holds(value) != true)
  }
}
