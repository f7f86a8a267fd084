import BenchmarkRecords
import FoundationEssentials
import Testing

private let voice = InputName.voice(seconds: 10)

/// A record with a clinical job of 20 ms over a floor of 10 ms, and Praat's of 900 ms.
private func record(clinicalJob: Double = 20) -> BenchmarkRecord {
  var record = BenchmarkRecord(
    date: "2026-01-02", command: "run", machine: "a machine", versions: ["b": "2", "a": "1"])
  var ours = Measurement(
    task: TaskName.clinicalJob, input: voice, audioSeconds: 10,
    values: [clinicalJob + 5, clinicalJob, clinicalJob + 1])
  ours.floor = 10
  record.measurements = [
    ours,
    Measurement(
      tool: ToolName.praat, task: TaskName.clinicalJob, input: voice, audioSeconds: 10,
      values: [900]),
  ]
  return record
}

struct BenchmarkRecordTests {
  @Test
  func `a measurement keeps the smallest and the middle value`() {
    let odd = Measurement(task: "a", input: "b", audioSeconds: 1, values: [3, 1, 2])
    let even = Measurement(task: "a", input: "b", audioSeconds: 1, values: [4, 1, 2, 3])

    #expect((odd.minimum, odd.median, odd.repetitions) == (1, 2, 3))
    #expect(even.median == 2.5)
  }

  @Test
  func `a record reads back as it was written`() throws {
    let written = record()

    let read = try BenchmarkRecord(json: Data(written.json.utf8))

    #expect(read == written)
  }

  @Test
  func `ratios say what is met and what was not measured`() throws {
    let page = record(clinicalJob: 30).markdown

    #expect(page.contains("| clinical job over its transforms, 10 s | 3.0 | ≤ 2.5, **missed** |"))
    #expect(page.contains("| clinical job: Praat over sagevoice, CPU of one core | 30.0 | – |"))
    #expect(page.contains("| two workers over one, files per second | not measured | ≥ 1.9 |"))
  }

  @Test
  func `a comparison pairs what both records have`() {
    let comparison = RecordComparison(record(clinicalJob: 40), record(clinicalJob: 20))

    #expect(comparison.changes.map(\.share) == [0.5, 1])
    #expect(comparison.markdown.contains("| 0.5 | 4.0 | 2.0 | less |"))
  }

  @Test
  func `a plot draws the stages of the ten-second voice`() throws {
    let svg = try #require(Plot(of: record())).svg

    for number in ["20.0", "2.0", "45.0"] { #expect(svg.contains(">\(number)</text>")) }
    var empty = record()
    empty.measurements = []
    #expect(Plot(of: empty) == nil)
  }
}
