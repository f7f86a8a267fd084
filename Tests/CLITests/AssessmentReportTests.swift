import BaselineService
import CommandSupport
import Foundation
import TestSupport
import Testing
import VoicePipeline
import VoiceTypes
import sagevoice

@Suite struct AssessmentReportTests {
  private static let golden = Repository.fixtures
    .appendingPathComponent("golden/report_with_profile.txt")

  @Test func `a report with an assessment is the golden one`() throws {
    let report = TextReport.text(of: try ReportDocument.assessed())

    guard ProcessInfo.processInfo.environment["SAGEVOICE_RECORD_GOLDEN"] == nil else {
      try report.write(to: Self.golden, atomically: true, encoding: .utf8)
      Issue.record("recorded \(Self.golden.lastPathComponent); review it as code")
      return
    }
    #expect(report == (try String(contentsOf: Self.golden, encoding: .utf8)))
  }

  @Test func `the table of limits stands before all numbers and fits a terminal`() throws {
    let report = TextReport.text(of: try ReportDocument.assessed())

    let table = try #require(report.firstRange(of: "  Measure "))
    let numbers = try #require(report.firstRange(of: "All measures:"))
    #expect(table.lowerBound < numbers.lowerBound)
    let rows = report[table.lowerBound..<numbers.lowerBound].split(separator: "\n")
    #expect(rows.allSatisfy { $0.count <= 80 })
  }

  @Test func `measured limits are named and counted in the verdict`() throws {
    var person = ReportDocument.person
    person.age = Age(years: 40)
    person.voiceReference = .combined

    let report = TextReport.text(
      of: try ReportDocument.assessed(of: person, measured: .embeddedMeasured()))

    // Items are broken into lines, the further ones indented by two.
    let items = report.replacing("\n  ", with: " ")
    #expect(
      items.split(separator: "\n").contains {
        $0.hasPrefix("Reference limit of ") && $0.contains("CPPS")
          && $0.contains(", phones and laptops. 90 % confidence interval of the limit: ")
      })
    #expect(items.contains("Reference: Within the limits: Mean F0, "))
    #expect(
      items.contains(" adults aged 18–90 years, phones and laptops. F0 reference range for "))
    #expect(items.contains(". Limit sets: literature-3, measured-svd-coswara-5\n"))
    #expect(try RuledOutWords.found(in: report) == [])
  }

  @Test func `a report without conditions does not mention them`() throws {
    var person = ReportDocument.person
    person.voiceConditions = nil
    let silent = TextReport.text(of: try ReportDocument.assessed(of: person))
    person.voiceConditions = UserProfile.noConditions
    let none = TextReport.text(of: try ReportDocument.assessed(of: person))

    #expect(!silent.contains("Self-reported"))
    #expect(none.contains("Self-reported (not used for the comparison): Voice problems: none.\n"))
  }

  @Test func `a none has one verdict on the recording, also with a comparison`() throws {
    let alone = TextReport.text(of: try ReportDocument.assessed())

    let plain = TextReport.text(of: try ReportDocument.assessed(of: nil))

    func verdicts(in report: String) -> [Substring] {
      report.split(separator: "\n").filter {
        $0.hasPrefix("Recording quality: ") || $0.hasPrefix("Recording: ")
      }
    }
    #expect(
      verdicts(in: alone) == ["Recording: Usable with caution. Warnings: signal-to-noise ratio."])
    #expect(verdicts(in: plain) == ["Recording quality: usable with caution"])
  }

  @Test func `a report uses no words of diagnosis`() throws {
    #expect(try RuledOutWords.found(in: TextReport.text(of: ReportDocument.assessed())) == [])
  }
}
