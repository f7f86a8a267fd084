// A person whose recordings are stored one after the other, and whose baseline is kept by itself.

import TestSupport
import VoiceTypes

@testable import BaselineService

/// An update of a baseline with the sessions that it deferred.
@dynamicMemberLookup struct KeptStep: Equatable {
  let update: BaselineUpdate
  let deferredSessions: [DeferredSession]

  subscript<Value>(dynamicMember member: KeyPath<BaselineUpdate, Value>) -> Value {
    update[keyPath: member]
  }
}

/// Stored recordings and the baselines that came of them.
struct KeptPerson {
  var person = SampleSessions.person
  var vowels: [MeasuredVowel] = []
  private(set) var versions: [BaselineVersion] = []

  init() {}

  /// A person whose sessions were recorded one after the other.
  init(_ sessions: [[SampleVowel]]) throws {
    for session in sessions { try record(session) }
  }

  var keeping: BaselineUpdatePolicy {
    BaselineUpdatePolicy(of: person, versions: versions, minimums: Samples.minimums)
  }

  /// The newest baseline.
  var baseline: VocalBaseline? { versions.last?.stored.baseline }

  /// The names of its sessions.
  var pooled: [String] { baseline?.sessions.map(\.id) ?? [] }

  func step() -> KeptStep {
    KeptStep(
      update: keeping.step(with: vowels),
      deferredSessions: keeping.judged(vowels, amended: []).growth.held)
  }

  /// Stores recordings and the resulting baseline.
  @discardableResult
  mutating func record(_ session: [SampleVowel]) throws -> KeptStep {
    vowels += session.map(\.measured)
    return try keep()
  }

  /// Stores the baseline of the stored recordings.
  @discardableResult
  mutating func keep() throws -> KeptStep {
    let step = step()
    if case .accepted(let baseline) = step.outcome { try keep(baseline, step.notes) }
    return step
  }

  /// Keeps a baseline: writes its document, and reads it as it would be read from its file.
  mutating func keep(_ baseline: VocalBaseline, _ notes: [String] = []) throws {
    let number = versions.count + 1
    let document = BaselineDocument(
      outcome: .accepted(baseline), notes: notes, provenance: SampleVowel.provenance(),
      run: BaselineRun(baselineID: "b\(number)", establishedAt: "2026-03-01T00:00:00Z"))
    let json = try JSONValue(parsing: document.json.text(.pretty))
    let digits = String(number, radix: 16)
    versions.append(
      BaselineVersion(
        stored: try StoredBaseline(json: json),
        sha256: String(repeating: "0", count: 64 - digits.count) + digits))
  }
}

extension SampleSessions {
  /// The usual jitter of ``day(_:_:vowels:_:)``, in percent.
  static let usualJitter = 0.25

  /// A session of a day, named by it, with values that vary a little from day to day.
  static func day(
    _ day: Int, _ name: String? = nil, vowels: Int = 3,
    _ change: (inout SampleVowel) -> Void = { _ in }
  ) -> [SampleVowel] {
    (0..<vowels).map { vowel in
      SampleVowel().with {
        $0.session = name ?? "D\(day)"
        $0.name = "\($0.session)v\(vowel).wav"
        $0.day = day
        $0.minute = vowel
        $0.jitter = usualJitter + 0.02 * Double(day % 3) + 0.01 * Double(vowel)
        $0.shimmer = 1 + 0.05 * Double((day + vowel) % 3)
        $0.hnr = 22 + 0.5 * Double(day % 2)
        $0.f0 = 180 + 2 * Double(day % 3)
      }.with(change)
    }
  }

  /// A session of three vowels that differ from the usual ones.
  static func day(_ day: Int, _ change: (inout SampleVowel) -> Void) -> [SampleVowel] {
    self.day(day, nil, vowels: 3, change)
  }

  /// Four times the jitter: larger than usual variation, after one session and after five.
  static func rough(_ vowel: inout SampleVowel) { vowel.jitter *= 4 }
}
