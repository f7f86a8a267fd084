// Statistics of groups: shown values, and protection of hidden cells.

import BaselineService
import TestSupport
import Testing
import VoiceMath
import VoiceTypes

@Suite struct GroupStatisticsTests {
  /// A linear and a logarithmic primary measure.
  private static let level = Measure.hnrMean
  private static let ratio = Measure.jitterPPQ5

  private static func session(
    _ person: String, _ cell: String..., level: Double? = 20, ratio: Double? = nil
  ) -> CountedSession {
    var values: [Measure: Double] = [:]
    values[Self.level] = level
    values[Self.ratio] = ratio
    return CountedSession(person: person, cell: cell, values: values)
  }

  /// `count` different people of one cell.
  private static func people(_ count: Int, _ cell: String...) -> [CountedSession] {
    (0..<count).map { number in
      CountedSession(
        person: "\(cell) \(number)", cell: cell, values: [level: Double(number + 1)])
    }
  }

  private static func statistics(
    _ sessions: [CountedSession], by axes: [StatisticsAxis] = [.ageBand]
  ) -> GroupStatistics {
    GroupStatistics(of: sessions, by: axes)
  }

  private func summary(
    _ measure: Measure, of group: StatisticsGroup?
  ) throws -> StatisticsGroup.Summary {
    try #require(group?.measures.first { $0.measure == measure })
  }

  // MARK: - Numbers

  @Test func `of the values 1 to 11 the quartiles are 3, 6 and 9`() throws {
    let statistics = Self.statistics(Self.people(11, "18-59"))

    let cell = try #require(statistics.cells.first)
    let level = try summary(Self.level, of: cell)
    #expect(cell.cell == [.ageBand: "18-59"])
    #expect(cell.people == 11 && cell.sessions == 11)
    #expect(level.people == 11)
    #expect(level.lowerQuartile == 3 && level.median == 6 && level.upperQuartile == 9)
    #expect(statistics.total?.people == 11 && statistics.suppressedCells == 0)
  }

  @Test func `a person counts once, with the mean on the scale of the measure`() throws {
    // Ten people at 1 and one with a hundred sessions, whose numbers alone would be the median.
    let many = (0..<100).map { number in
      Self.session("many", "a", level: number % 2 == 0 ? 1 : 3, ratio: number % 2 == 0 ? 1 : 4)
    }
    let others =
      (0..<2).map { Self.session("low \($0)", "a", level: 0, ratio: 1) }
      + (0..<8).map { Self.session("high \($0)", "a", level: 9, ratio: 9) }
    let statistics = Self.statistics(many + others)

    let cell = try #require(statistics.cells.first)
    #expect(cell.people == 11 && cell.sessions == 110)
    // The third of eleven is the lower quartile: the mean of 1 and 3, and the root of 1 · 4.
    #expect(try summary(Self.level, of: cell).lowerQuartile == 2)
    let quartile = try #require(try summary(Self.ratio, of: cell).lowerQuartile)
    #expect((quartile - 2).magnitude < 1e-12)
    #expect(try summary(Self.level, of: cell).median == 9)
  }

  @Test func `a person in two cells counts once in the total`() throws {
    let both = (0..<12).flatMap { number in
      ["a", "b"].map { Self.session("p\(number)", $0) }
    }

    let statistics = Self.statistics(both)

    #expect(statistics.cells.map(\.people) == [12, 12])
    #expect(statistics.total?.people == 12 && statistics.total?.sessions == 24)
  }

  // MARK: - Small cells

  @Test(arguments: [(9, true), (10, false)])
  func `a cell of fewer than ten people is suppressed`(count: Int, isHidden: Bool) {
    let statistics = Self.statistics(Self.people(count, "a"))

    #expect((statistics.total == nil) == isHidden)
    #expect(statistics.cells.isEmpty == isHidden)
    #expect(statistics.suppressedCells == (isHidden ? 1 : 0))
  }

  @Test func `statistics without people are empty`() {
    let statistics = Self.statistics([])

    #expect(statistics.total == nil && statistics.cells == [] && statistics.suppressedCells == 0)
  }

  /// People by cell, and the cells that are shown.
  static let tables: [(people: [String: Int], shown: [String])] = [
    (["a": 30, "b": 20, "c": 10], ["a", "b", "c"]),
    // The total less a and b would be c.
    (["a": 30, "b": 20, "c": 5], ["a"]),
    // Two that are eleven together hide each other.
    (["a": 30, "b": 6, "c": 5], ["a"]),
    // Two that are five together do not.
    (["a": 30, "b": 12, "c": 3, "d": 2], ["a"]),
    (["a": 30, "b": 5], []),
    (["a": 9, "b": 9], []),
  ]

  @Test(arguments: tables.indices)
  func `further cells are suppressed when the total would reveal one`(index: Int) {
    let (people, shown) = Self.tables[index]

    let statistics = Self.statistics(people.flatMap { Self.people($0.value, $0.key) })

    #expect(statistics.cells.map { $0.cell[.ageBand] } == shown)
    #expect(statistics.suppressedCells == people.count - shown.count)
    #expect(statistics.total?.people == people.values.reduce(0, +))
  }

  @Test func `a table with another axis reveals no suppressed cell`() {
    // By age alone: 60-90 is hidden, and 18-59 with it.
    let sessions =
      Self.people(50, "16-17", "F") + Self.people(25, "18-59", "F") + Self.people(20, "18-59", "M")
      + Self.people(5, "60-90", "F")

    let coarse = Self.statistics(
      sessions.map { session in
        CountedSession(person: session.person, cell: [session.cell[0]], values: session.values)
      })
    let fine = Self.statistics(sessions, by: [.ageBand, .reference])

    #expect(coarse.cells.map { $0.cell[.ageBand] } == ["16-17"])
    let middle = fine.cells.filter { $0.cell[.ageBand] == "18-59" }
    #expect(middle.reduce(0) { $0 + $1.people } <= 35)
  }

  @Test func `a measure with values of fewer than ten people is suppressed`() throws {
    let with = (0..<14).map { Self.session("w\($0)", "a", ratio: 1) }
    let without = (0..<20).map { Self.session("o\($0)", "b") }
    let few = (0..<4).map { Self.session("f\($0)", "b", ratio: 1) }

    let statistics = Self.statistics(with + without + few)

    #expect(statistics.cells.map(\.people) == [14, 24])
    #expect(try summary(Self.level, of: statistics.cells[1]).people == 24)
    let hidden = try summary(Self.ratio, of: statistics.cells[1])
    #expect(hidden.people == nil && hidden.median == nil && hidden.lowerQuartile == nil)
    // All together less the fourteen would be the four.
    #expect(try summary(Self.ratio, of: statistics.total).people == 18)
    #expect(try summary(Self.ratio, of: statistics.cells[0]).people == nil)
  }

  // MARK: - Properties

  /// Tables of three axes with people in one cell each, many of them few.
  private static func drawn(_ seed: UInt64) -> [CountedSession] {
    var random = SplitMix64(seed: seed)
    let words = [["13-15", "18-59", "60-90"], ["F", "M", "combined"], ["x", "y"]]
    var sessions: [CountedSession] = []
    for first in words[0] {
      for second in words[1] {
        for third in words[2] {
          let count = [0, 1, 4, 9, 12, 30][Int(random.next() % 6)]
          sessions += people(count, first, second, third)
        }
      }
    }
    return sessions
  }

  private static func table(
    _ sessions: [CountedSession], _ axes: [Int]
  ) -> (statistics: GroupStatistics, people: [[String]: Int]) {
    let projected = sessions.map { session in
      CountedSession(
        person: session.person, cell: axes.map { session.cell[$0] }, values: session.values)
    }
    let people = Dictionary(grouping: projected, by: \.cell).mapValues(\.count)
    return (GroupStatistics(of: projected, by: axes.map { StatisticsAxis.allCases[$0] }), people)
  }

  @Test(arguments: 0..<200)
  func `the difference of two tables reveals no small group`(seed: Int) {
    let sessions = Self.drawn(UInt64(seed))
    for (coarse, fine) in [
      ([], [0]), ([], [0, 1]), ([0], [0, 1]), ([1], [0, 1]), ([0, 1], [0, 1, 2]),
      ([2], [0, 1, 2]), ([], [0, 1, 2]),
    ] as [([Int], [Int])] {
      let (shown, people) = Self.table(sessions, fine)
      let cells = shown.cells.map { group in
        (
          cell: fine.map { group.cell[StatisticsAxis.allCases[$0]] ?? "" }, people: group.people
        )
      }
      #expect(cells.allSatisfy { $0.people >= 10 && people[$0.cell] == $0.people })
      let places = coarse.compactMap { fine.firstIndex(of: $0) }
      for (line, all) in Dictionary(grouping: people, by: { row in places.map { row.key[$0] } }) {
        let total = all.reduce(0) { $0 + $1.value }
        let seen = cells.filter { row in places.map { row.cell[$0] } == line }
        let lacking = total - seen.reduce(0) { $0 + $1.people }
        #expect(lacking == 0 || lacking >= 10 || total < 10, "\(seed) \(coarse) \(fine) \(line)")
        #expect(all.count - seen.count != 1 || seen.isEmpty, "\(seed) \(coarse) \(fine) \(line)")
      }
    }
  }

  @Test(arguments: 0..<50)
  func `a finer table does not add up to a suppressed cell`(seed: Int) {
    let sessions = Self.drawn(UInt64(seed))
    let (coarse, people) = Self.table(sessions, [0])
    let (fine, _) = Self.table(sessions, [0, 1])
    let shown = Set(coarse.cells.compactMap { $0.cell[.ageBand] })
    for (cell, count) in people where !shown.contains(cell[0]) {
      let sum = fine.cells.filter { $0.cell[.ageBand] == cell[0] }.reduce(0) { $0 + $1.people }

      #expect(sum == 0 || count - sum >= 10, "\(seed) \(cell)")
    }
  }

  @Test func `the order of sessions does not matter`() {
    let sessions = Self.drawn(7)
    var random = SplitMix64(seed: 3)
    let shuffled = sessions.map { ($0, random.next()) }.sorted { $0.1 < $1.1 }.map(\.0)

    let axes: [StatisticsAxis] = [.ageBand, .reference, .device]

    #expect(Self.statistics(shuffled, by: axes) == Self.statistics(sessions, by: axes))
  }

  // MARK: - The document

  @Test func `the document keeps its schema and is read back`() throws {
    let sessions = Self.people(12, "18-59", "F") + Self.people(30, "18-59", "M")
    let document = StatisticsDocument(
      statistics: Self.statistics(sessions, by: [.ageBand, .reference]), leftOut: [.amended: 2],
      settingsSHA256: [String(repeating: "a", count: 64)])

    let validator = try JSONSchemaValidator(StatisticsDocument.jsonSchema)

    #expect(validator.problems(in: document.json) == [])
    #expect(
      document.json.keys == [
        "schema", "by", "least_people", "total", "cells", "suppressed_cells", "left_out",
        "settings_sha256",
      ])
    #expect(document.json[path: ["cells", 0, "group"]] == ["age_band": "18-59", "reference": "F"])
    #expect(
      document.json["left_out"]?.keys == ["amended", "no_person", "no_results", "failed_checks"])
  }
}
