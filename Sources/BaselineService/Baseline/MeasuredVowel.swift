public import VoiceTypes

/// Metadata of a recording.
public struct VowelMetadata: Sendable, Equatable {
  /// Identifier of the session.
  public var sessionID: String

  /// Recording time; nil if unknown.
  public var recordedAt: RecordedTime?

  /// Recording device; nil if unknown.
  public var deviceModel: String?

  /// Context flags of the person, in the order of `ContextFlag`.
  public var flags: [ContextFlag]

  /// Whether the recording is of another task than a sustained vowel.
  public var isOfOtherTask = false

  /// Creates the metadata of a vowel.
  public init(
    sessionID: String, recordedAt: RecordedTime? = nil, deviceModel: String? = nil,
    flags: [ContextFlag] = []
  ) {
    self.sessionID = sessionID
    self.recordedAt = recordedAt
    self.deviceModel = deviceModel
    self.flags = flags
  }

  /// Creates metadata from the notes of a recording.
  /// - Parameters:
  ///   - own: The session if the notes name neither a session nor a time.
  ///   - device: The device if the notes name none.
  public init(_ notes: RecordingMetadata, else own: String, device: String?) {
    self.init(
      sessionID: notes.session(else: own), recordedAt: notes.recordedAt,
      deviceModel: notes.deviceModel ?? device, flags: notes.flags)
    isOfOtherTask = notes.effectiveTask != .sustainedVowel
  }
}

/// Recording with its results and metadata.
public struct MeasuredVowel: Sendable {
  /// Results of the comprehensive tier.
  package var results: VowelResults

  /// Metadata of the recording.
  public var origin: VowelMetadata

  /// Creates a recording from its results document.
  public init(document: ResultsDocument, origin: VowelMetadata) {
    self.init(results: VowelResults(document), origin: origin)
    if document.task != .sustainedVowel { self.origin.isOfOtherTask = true }
  }

  /// Creates a recording from its results.
  package init(results: VowelResults, origin: VowelMetadata) {
    self.results = results
    self.origin = origin
  }

  /// Recording conditions; nil for an unreadable recording.
  var conditions: RecordingConditions? {
    guard let encoding = results.recording.encoding, let rate = results.recording.sampleRate
    else { return nil }
    let software = results.software
    var conditions = RecordingConditions(
      deviceModel: origin.deviceModel, encoding: encoding, sampleRate: rate,
      preset: software.preset, settingsSHA256: software.settingsSHA256,
      version: software.version)
    conditions.followedSettings = software.followedSettings
    return conditions
  }
}
