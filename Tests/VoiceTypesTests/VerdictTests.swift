import Testing
import VoiceTypes

@Suite struct VerdictTests {
  @Test(arguments: [
    ([Verdict.pass, .unknown], Verdict.unknown), ([.unknown, .warn], .warn),
    ([.fail, .warn, .pass], .fail), ([.pass, .pass], .pass), ([.warn], .warn),
    ([.pass, .fail, .unknown], .fail),
  ])
  func `the worst verdict counts, in any order`(verdicts: [Verdict], worst: Verdict) {
    #expect(Verdict.worst(of: verdicts) == worst)
    #expect(Verdict.worst(of: verdicts.reversed()) == worst)
  }

  @Test func `no verdicts have no worst`() {
    #expect(Verdict.worst(of: []) == nil)
  }

  @Test func `a report without checks is unknown`() {
    #expect(RecordingQualityReport(checks: []).verdict == .unknown)
  }

  @Test func `a report has the worst verdict of its checks`() {
    let checks = [Verdict.pass, .warn].map {
      QualityCheck(id: .clipping, verdict: $0, value: nil, unit: "", limit: nil)
    }

    #expect(RecordingQualityReport(checks: checks).verdict == .warn)
  }

  @Test func `the verdicts are those of the contract`() {
    #expect(Set(Verdict.allCases.map(\.rawValue)) == ["pass", "warn", "fail", "unknown"])
  }
}
