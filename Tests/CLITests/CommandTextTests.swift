// The texts of the commands and the keys in the sources agree.

import BaselineService
import Foundation
import Onboarding
import RecordStore
import TestSupport
import Testing
import VoiceTypes

@Suite struct CommandTextTests {
  /// Keys with the raw values of an enumeration after a prefix.
  private static let built = [
    keys("status", BaselineStatus.self), keys("compare.status", BaselineStatus.self),
    keys("alerts.change", ChangeDirection.self), keys("use", RecordingUse.self),
    keys("class", ChangeClass.self), keys("rule", ChangeRule.self),
    keys("segment", SegmentRule.self), keys("pitch_range", PitchRangeRule.self),
    keys("octave.by", OctaveJudge.self), keys("octave", OctaveEvidence.Sign.self),
    keys("tier", Tier.self), keys("assessment.group", ReferenceCategory.self),
    keys("stage", PersonStage.self),
    keys("profile.head", PersonStage.self), keys("axis", StatisticsAxis.self),
    keys("stats.left_out", StatisticsDocument.LeftOut.self), keys("state", SessionState.self),
    keys("step", FlowStep.self), ["check.warn", "check.fail", "check.unknown"],
    ["profile.head.partial", "profile.head.invalid", "stage.partial", "octave.by.undecided"],
    ["assessment.group.none"],
    ["refusal", "check", "reason", "evidence", "baseline_fault"].map { "explain.place.\($0)" },
    SyncOutcome.allCases.map { "sync.\($0.rawValue)" },
    SessionDigest.SyncBlockReason.allCases.map { "sync.\($0.rawValue)" },
    ["sync.would_go", "sync.refused", "sync.nothing"],
    keys("verify.kind", FindingKind.self), keys("group", MeasureGroup.self),
    PersonStage.complete.keys.filter { $0 != "user_id" }.map { "onboard.ask.\($0)" },
    ["inbox_away", "store_away", "store_full", "store_read_only", "store_denied", "store_fault"]
      .map { "watcher.reason.\($0)" },
    [
      "claimed", "quick", "complete", "refused", "duplicate", "failed", "stranded", "retry",
      "sidecar_refused", "orphan", "overflow", "purged", "audio_purged",
    ].map { "watcher.total.\($0)" },
  ].joined()

  private static func keys<Value: CaseIterable & RawRepresentable<String>>(
    _ prefix: String, _: Value.Type
  ) -> [String] {
    Value.allCases.map { "\(prefix).\($0.rawValue)" }
  }

  private static func sources() throws -> String {
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.filter { $0.contains("commandText") }
      .joined()
  }

  @Test func `every key of the commands has a text`() throws {
    let written = try Self.sources().matches(of: /commandText\(\s*"([a-z0-9_.]+)"/).map {
      String($0.output.1)
    }

    #expect(written.count > 80)
    #expect(Set(written + Self.built).subtracting(TextCatalogue.commands.keys) == [])
  }

  @Test func `every text of the commands is used`() throws {
    let sources = try Self.sources()
    let unused = TextCatalogue.commands.keys.filter { key in
      guard !sources.contains("\"\(key)\""), !Self.built.contains(key) else { return false }
      let parts = key.split(separator: ".")
      let prefix = parts.dropLast().joined(separator: ".")
      return !sources.contains("\"\(prefix).\\(") || !sources.contains("\"\(parts.last ?? "")\"")
    }

    #expect(unused == [])
  }

  @Test(arguments: [TextCatalogue.assessments, TextCatalogue.commands, TextCatalogue.comparisons])
  func `no text has words of diagnosis`(texts: TextCatalogue) throws {
    for key in texts.keys {
      #expect(try RuledOutWords.found(in: texts.text(key)) == [], "\(key)")
    }
  }
}
