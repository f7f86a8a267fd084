// A recording with its results document and what was told of it.

public import VoiceTypes

/// What is known of a recording besides its sound.
public struct VowelOrigin: Sendable, Equatable {
  /// The session it belongs to.
  public var sessionID: String

  /// When it was recorded; nil when that was not told.
  public var recordedAt: RecordedTime?

  /// The device that recorded it; nil when that was not told.
  public var deviceModel: String?

  /// What the person noted beside it, in the order of `ContextFlag`.
  public var flags: [ContextFlag]

  /// Whether it is no vowel at all, but a text read aloud.
  public var isReading = false

  /// States an origin.
  public init(
    sessionID: String, recordedAt: RecordedTime? = nil, deviceModel: String? = nil,
    flags: [ContextFlag] = []
  ) {
    self.sessionID = sessionID
    self.recordedAt = recordedAt
    self.deviceModel = deviceModel
    self.flags = flags
  }

  /// What notes tell of a recording of which, without a session, `own` is the session.
  ///
  /// - Parameter device: The device where the notes name none.
  public init(_ notes: RecordingNotes, else own: String, device: String?) {
    self.init(
      sessionID: notes.session(else: own), recordedAt: notes.recordedAt,
      deviceModel: notes.deviceModel ?? device, flags: notes.flags)
    isReading = notes.isReading
  }
}

/// A recording with its results.
public struct MeasuredVowel: Sendable {
  /// Its results document, comprehensive.
  public var document: ResultsDocument

  /// What was told of it.
  public var origin: VowelOrigin

  /// Joins results and origin.
  public init(document: ResultsDocument, origin: VowelOrigin) {
    self.document = document
    self.origin = origin
  }

  /// What it was recorded and measured with; nil for one that could not be read.
  var conditions: RecordingConditions? {
    guard let encoding = document.recording.encoding, let rate = document.recording.sampleRate
    else { return nil }
    var conditions = RecordingConditions(
      deviceModel: origin.deviceModel, encoding: encoding, sampleRate: rate,
      preset: document.provenance.preset, settingsSHA256: document.provenance.settingsSHA256,
      version: document.provenance.version)
    conditions.followedSettings = FollowedSettings.named(in: document.provenance)
    return conditions
  }
}
