import ArgumentParser
import BenchmarkRecords
import FoundationEssentials

/// Measures the tasks of the peers only.
struct PeersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peers", abstract: "Measure Praat and sagevoice in turn; print the record.")

  @Option(help: "The program whose command line is measured.")
  var sagevoice = ".build/release/sagevoice"

  func run() throws {
    var record = BenchmarkRecord(
      date: Machine.date, command: "sagevoice-bench peers", machine: Machine.description,
      versions: Machine.versions)
    PeerReport.add(to: &record, sagevoice: sagevoice, scratch: try ScratchFolder())
    print(record.markdown)
  }
}

/// Output of `peers.py`.
struct PeerReport: Codable {
  private static let script = "Benchmarks/peers.py"
  private static let seconds = 10.0

  let versions: [String: String]
  let measurements: [PeerTimes]
  let notes: [String]

  struct PeerTimes: Codable {
    let tool: String
    let task: String
    let quantity: Measurement.Quantity
    let values: [Double]
  }

  /// Runs the script and adds its measurements, or a note of its failure.
  static func add(to record: inout BenchmarkRecord, sagevoice: String, scratch: ScratchFolder) {
    Progress.say("peers")
    do {
      let voice = try CommandLineTimer.voice(seconds: seconds, in: scratch)
      let output = try Shell.output(of: ["python3", script, Shell.ownPath, sagevoice, voice])
      let report = try JSONDecoder().decode(Self.self, from: Data(output.utf8))
      record.versions.merge(report.versions) { ours, _ in ours }
      record.notes += report.notes
      record.measurements += report.measurements.map {
        Measurement(
          tool: $0.tool, task: $0.task, input: InputName.voice(seconds: seconds),
          audioSeconds: seconds, quantity: $0.quantity, values: $0.values)
      }
    } catch {
      record.notes.append("The peers were not measured: \(script) did not run.")
    }
  }
}
