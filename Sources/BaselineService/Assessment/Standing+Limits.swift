internal import VoiceTypes

extension Standing {
  /// Classifies a value against its limits. A measured limit decides alone. Context and limits of
  /// other algorithms are shown only.
  init(of value: Double, _ measure: Measure, in limits: AppliedLimits) {
    if limits.contextAlone != nil {
      self = .noReference
    } else if measure.facts.role == .pitch {
      let isInside = (limits.typical ?? limits.published)?.holds(value) ?? true
      self = isInside ? .within : .unusualForReference
    } else if limits.isMeasured, limits.typical?.decides == true {
      self = limits.typical?.excludes(value) == true ? .outside : .within
    } else if limits.isBeyondPublished(value) {
      self = .outsidePublished
    } else {
      let isBeyond = [limits.typical, limits.published].contains { $0?.excludes(value) == true }
      self = isBeyond ? .atEdge : .within
    }
  }
}

extension AppliedLimits {
  /// Whether a value exceeds a published limit of this algorithm with stated settings that no
  /// deciding typical limit contradicts.
  fileprivate func isBeyondPublished(_ value: Double) -> Bool {
    guard let published, published.kind == .published, publishedSettings == .stated,
      published.excludes(value)
    else { return false }
    guard let typical, typical.decides else { return true }
    return !typical.holds(value)
  }
}
