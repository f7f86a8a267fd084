// Recordings with invented results, for rules that read only results.

import BaselineService
import VoiceTypes

/// A recording that can be used, until something about it is changed.
struct SampleVowel {
  var name = "a.wav"
  var session = "1"
  var day: Int?
  var minute = 0
  var device: String? = "phone"
  var flags: [ContextFlag] = []
  var seconds = 3.0

  /// Nil for a vowel from the first sample to the last.
  var vowelSeconds: Double?

  var encoding = SampleEncoding.pcm16
  var sampleRate: Hertz = 44_100
  var settings = "a"

  /// The settings by name; empty where the fingerprint alone is known.
  var namedSettings: [String: JSONValue] = [:]
  var version = "1.2.3"
  var confidence: Double? = 99
  var voiced = 1.0
  var type: Int? = 1
  var jitter = 0.25
  var shimmer = 1.0
  var hnr = 22.0
  var cpps = 16.0

  /// Whether it is too short, or too irregular, for jitter, shimmer and HNR.
  var lacksPerturbation = false

  var f0 = 180.0
  var level = -20.0
  var checks: [QualityCheck] = []
  var refusal: Refusal?
  var hash: String?

  func with(_ change: (inout SampleVowel) -> Void) -> SampleVowel {
    var copy = self
    change(&copy)
    return copy
  }

  /// Months of 30 days are enough: day 0 is the first of January.
  private var time: RecordedTime? {
    day.map { day in
      let date = "2026-\(two(1 + day / 28))-\(two(1 + day % 28))"
      return RecordedTime("\(date)T09:\(two(minute)):00Z")
    } ?? nil
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  var measured: MeasuredVowel { MeasuredVowel(document: document, origin: origin) }

  var origin: VowelMetadata {
    VowelMetadata(sessionID: session, recordedAt: time, deviceModel: device, flags: flags)
  }

  var document: ResultsDocument {
    var facts = RecordingFacts(name: name)
    facts.sha256 = hash ?? Self.hash(of: "\(name) \(session) \(day ?? -1) \(minute)")
    facts.duration = Seconds(seconds)
    facts.sampleRate = sampleRate
    facts.encoding = encoding
    facts.channels = 1
    let levelCheck = QualityCheck(
      id: .level, verdict: .pass, value: level, unit: "dbfs", limit: -35)
    return ResultsDocument(
      analysisID: "id", tier: .comprehensive, recording: facts,
      quality: RecordingQualityReport(checks: [levelCheck] + checks),
      outcome: refusal.map { .refused($0) } ?? .complete(findings),
      provenance: Self.provenance(settings: settings, named: namedSettings, version: version),
      run: RunFacts(
        analyzedAt: "2026-01-01T00:00:00Z", decodeMilliseconds: 0, analysisMilliseconds: 0,
        totalMilliseconds: 0))
  }

  static func provenance(
    settings: String = "a", named: [String: JSONValue] = [:], version: String = "1.2.3"
  ) -> Provenance {
    Provenance(
      version: version, preset: .clinical, settings: named,
      settingsSHA256: String(repeating: settings, count: 64), libraries: [:])
  }

  private var findings: Findings {
    var biomarkers = Biomarkers(unsetBecause: .noVoicing)
    biomarkers[.f0Confidence] = confidence.map { Measured($0) } ?? .unavailable(.noVoicing)
    biomarkers[.f0VoicedFraction] = Measured(voiced)
    biomarkers[.f0Mean] = Measured(f0)
    if !lacksPerturbation {
      biomarkers[.jitterPPQ5] = Measured(jitter)
      biomarkers[.jitterLocal] = Measured(2 * jitter)
      biomarkers[.shimmerAPQ3] = Measured(shimmer)
      biomarkers[.hnrMean] = Measured(hnr)
    }
    biomarkers[.cpps] = Measured(cpps)
    return Findings(
      pitchRange: .wide, pitchRangeRule: .twoPass,
      segment: Segment(start: 0, end: Seconds(vowelSeconds ?? seconds), rule: .steady),
      signalType: SignalType(type: type, reasons: []), biomarkers: biomarkers)
  }

  /// Sixty-four digits that depend on a text.
  private static func hash(of text: String) -> String {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    return (UInt64(0)..<4).map { round -> String in
      for byte in text.utf8 { state = (state ^ UInt64(byte) ^ (round << 32)) &* 0x100_0000_01B3 }
      let digits = String(state, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// Sessions that make a baseline.
enum SampleSessions {
  /// `count` sessions of `vowels` vowels, `apart` days apart, with values that vary a little.
  static func vowels(
    sessions count: Int, vowels: Int = 3, apart: Int = 2, from start: Int = 0
  ) -> [SampleVowel] {
    (0..<count).flatMap { session in
      (0..<vowels).map { vowel in
        SampleVowel().with {
          $0.name = "s\(session)v\(vowel).wav"
          $0.session = "S\(start + session)"
          $0.day = start + apart * session
          $0.minute = vowel
          $0.jitter = 0.25 + 0.02 * Double(session % 3) + 0.01 * Double(vowel)
          $0.shimmer = 1 + 0.1 * Double((session + vowel) % 3)
          $0.hnr = 22 + Double(session % 2)
          $0.f0 = 180 + 2 * Double(session % 3)
        }
      }
    }
  }

  static let person = BaselinePerson(UserProfile(userID: "u1"), demographic: nil)

  static func established(
    from vowels: [SampleVowel], person: BaselinePerson = person, amending: BaselineToAmend? = nil
  ) -> BaselineDocument {
    let (outcome, notes) = BaselineEstablishment(
      of: person, amending: amending, minimums: Samples.minimums
    ).establish(from: vowels.map(\.measured))
    return BaselineDocument(
      outcome: outcome, notes: notes, provenance: SampleVowel.provenance(),
      run: BaselineRun(baselineID: "b1", establishedAt: "2026-03-01T00:00:00Z"))
  }
}
