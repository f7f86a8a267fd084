// The example of the library as its users run it: as a program of its own, which is also killed.

import Foundation
import RecordStore
import Testing
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct SubmitRecordingsTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sagevoice-submit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func recordings(_ count: Int) throws -> [String] {
    try (1...count).map { number in
      let voice = SyntheticVoice(
        f0: Hertz(100 + Double(number)), vowel: .a, duration: 1, seed: UInt64(number))
      let file = folder.appendingPathComponent("\(number).wav")
      try Data(WAVEncoder.pcm16(voice.synthesize().signal)).write(to: file)
      return file.path
    }
  }

  /// Runs the example until it ends, or until so many lines told of recordings that were taken.
  private func run(
    _ arguments: [String], killedAfterTaking most: Int? = nil
  ) throws -> (lines: [String], status: Int32) {
    let program = Process()
    program.executableURL = Bundle.main.bundleURL.appendingPathComponent("SubmitRecordings")
    program.arguments = [store, folder.appendingPathComponent("spool").path] + arguments
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    var (lines, rest, taken) = ([String](), "", 0)
    while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      rest += String(decoding: data, as: UTF8.self)
      var parts = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      rest = parts.removeLast()
      lines += parts
      taken += parts.count { $0.contains(" taken ") }
      if let most, taken >= most { kill(program.processIdentifier, SIGKILL) }
    }
    program.waitUntilExit()
    return (lines, program.terminationStatus)
  }

  private var store: String { folder.appendingPathComponent("store").path }

  private func sessions(_ lines: [String], _ word: String) -> [SessionID] {
    lines.filter { $0.contains(" \(word)") }.compactMap {
      $0.split(separator: " ").first.flatMap { SessionID(String($0)) }
    }
  }

  @Test func `every recording that is submitted is told of to its end and stored`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (lines, status) = try run(recordings(4))

    #expect(status == 0)
    let taken = sessions(lines, "taken ")
    #expect(taken.count == 4 && Set(sessions(lines, "complete")) == Set(taken))
    let opened = try RecordStore.open(at: store, actor: "test")
    for session in taken { #expect(try opened.results(of: session)?.findings != nil) }
  }

  @Test func `a runner that cannot start says why and does not trap`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Where the store is to be there is a file.
    try Data("no store".utf8).write(to: URL(fileURLWithPath: store))

    let (lines, status) = try run(recordings(1))

    #expect(status == 74 && lines.isEmpty)
  }

  @Test func `what was taken is there once, however often the program is killed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try recordings(12)
    var known: [SessionID] = []
    for (round, most) in [1, 3, 2].enumerated() {
      let part = Array(files[(4 * round)..<(4 * round + 4)])
      let (lines, _) = try run(part + known.map(\.text), killedAfterTaking: most)
      known += sessions(lines, "taken ")
    }

    let (lines, status) = try run(known.map(\.text))

    #expect(status == 0 && known.count >= 6)
    #expect(Set(sessions(lines, "complete")) == Set(known))
    let opened = try RecordStore.open(at: store, actor: "test")
    for session in known { #expect(try opened.results(of: session)?.findings != nil) }
    let folders = try FileManager.default.contentsOfDirectory(atPath: store + "/sessions")
    // One that was taken and not told of any more is there too, and no more than that for each kill.
    #expect(Set(known.map(\.text)).isSubset(of: Set(folders)))
    #expect(folders.count <= known.count + 3)
  }
}
