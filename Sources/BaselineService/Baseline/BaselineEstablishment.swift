// From sessions to a baseline, or to the reasons why there is none yet (the article
// ChangeDetection).

public import VoiceTypes

/// A baseline that another is to take the place of.
public struct BaselineToAmend: Sendable {
  /// The baseline.
  public var baseline: VocalBaseline

  /// How the new one names it.
  public var reference: BaselineParent

  /// Joins a baseline and its name.
  public init(baseline: VocalBaseline, reference: BaselineParent) {
    self.baseline = baseline
    self.reference = reference
  }
}

/// Makes baselines.
public struct BaselineEstablishment: Sendable {
  private let person: BaselinePerson
  private let context: String
  private let parent: BaselineToAmend?
  private let minimums: [RecordingMinimum]
  private let voices: VoiceRule

  /// The occasion of a baseline when none is named.
  public static let usualContext = "onboarding"

  /// Makes baselines of one person from recordings that meet the `minimums`.
  public init(
    of person: BaselinePerson, context: String = usualContext, amending parent: BaselineToAmend?,
    minimums: [RecordingMinimum], voices: VoiceRule = .mustBeAlike
  ) {
    self.person = person
    self.context = context
    self.parent = parent
    self.minimums = minimums
    self.voices = voices
  }

  /// What comes of recordings, with notes for its reader.
  public func establish(
    from vowels: [MeasuredVowel]
  ) -> (outcome: BaselineDocument.Outcome, notes: [String]) {
    let kept = parent.flatMap { $0.reference.keepsSessions ? $0.baseline : nil }
    let earlier = kept?.sessions ?? []
    let grouping = SessionGrouping(
      vowels,
      judgedBy: BaselineValidation(
        for: .baseline, minimums: minimums, category: person.category, age: person.age),
      earlier: Set(earlier.flatMap(\.used).compactMap(\.sha256)))
    let set = SessionSet(
      sessions: SessionGrouping.inOrder(earlier + grouping.sessions) { $0.recordedAt },
      conditions: [kept?.conditions].compactMap { $0 } + grouping.conditions)
    let apart = ApartVoices(among: earlier.compactMap(\.voice) + grouping.voices)
    let reasons =
      personFaults + set.faults
      + (voices == .mustBeAlike ? [apart?.fault].compactMap { $0 } : [])
    guard reasons.isEmpty, let conditions = set.commonConditions else {
      return (
        .rejected(
          BaselineRejection(
            person: person, context: context, sessions: grouping.sessions, reasons: reasons)),
        []
      )
    }
    let baseline = VocalBaseline(
      status: set.status, person: person, context: context, conditions: conditions,
      sessions: set.sessions, parent: parent?.reference)
    return (
      .accepted(baseline),
      set.notes + [apart?.message].compactMap { $0 } + baseline.notesOnMissingFamilies
    )
  }

  private var personFaults: [BaselineFault] {
    guard let parent, parent.baseline.person.userID != person.userID else { return [] }
    return [
      BaselineFault(BaselineText.anotherPerson)
    ]
  }
}

extension VocalBaseline {
  /// A baseline whose measures follow from its sessions.
  public init(
    status: BaselineStatus, person: BaselinePerson, context: String,
    conditions: RecordingConditions, sessions: [VoiceSession], parent: BaselineParent?
  ) {
    let usual = UsualValues(of: sessions.map(\.values))
    self.init(
      status: status, person: person, context: context, conditions: conditions,
      sessions: sessions,
      measures: ChangeMeasure.all.compactMap { followed in
        usual[followed.measure].map { BaselineMeasure(followed, $0) }
      }, parent: parent)
  }

  /// What cannot be found later, and why.
  var notesOnMissingFamilies: [String] {
    let present = Set(measures.filter(\.isPrimary).compactMap(\.family))
    let missing = MeasureFamily.allCases.filter { !present.contains($0) }
    guard !missing.isEmpty else { return [] }
    let found =
      "no change of \(missing.map(\.rawValue).joined(separator: ", ")) can be found later, as "
    let types = sessions.flatMap(\.used).compactMap(\.signalType)
    guard let most = types.max(), !types.contains(1) else {
      return [found + "no recording has a value; hold the vowel for 2 s or longer"]
    }
    return [
      found
        + "every recording is too irregular for it (signal type up to \(most)); what such a voice "
        + "supports is followed"
    ]
  }
}

extension BaselineMeasure {
  fileprivate init(_ followed: ChangeMeasure, _ value: UsualValue) {
    let scale = followed.scale
    self.init(
      followed.measure, family: followed.family, isPrimary: followed.isPrimary, scale: scale,
      of: value, usual: scale.value(value.mean))
    guard let known = followed.variation else { return }
    let usual = UsualVariation(of: value, among: known)
    let reach = usual.smallestDetectableChange(ofMeanOf: SessionValues.completeVowels)
    variation = Variation(
      populationSD: usual.population, standardDeviation: usual.standardDeviation,
      degreesOfFreedom: usual.degreesOfFreedom, low: scale.value(usual.mean - reach),
      high: scale.value(usual.mean + reach))
  }
}

extension VoiceSession {
  /// A kept session, of which no recording is at hand.
  var voice: ApartVoices.Voice? {
    values[.f0Mean].map { ApartVoices.Voice(name: "session \(id)", f0: $0.f0) }
  }
}
