import Foundation
import TestSupport
import Testing
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

    let table = try #require(report.firstRange(of: "  measure "))
    let numbers = try #require(report.firstRange(of: "All numbers:"))
    #expect(table.lowerBound < numbers.lowerBound)
    let rows = report[table.lowerBound..<numbers.lowerBound].split(separator: "\n")
    #expect(rows.allSatisfy { $0.count <= 115 })
  }

  @Test func `a report says nothing that is ruled out`() throws {
    #expect(try RuledOutWords.found(in: TextReport.text(of: ReportDocument.assessed())) == [])
  }
}
