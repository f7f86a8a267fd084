// A folder for one test, with recordings in it, gone when the test is over.

import Foundation
import TestSupport
import Testing
import VoiceSynthesis
import VoiceTypes

/// A temporary folder.
final class Scratch {
  let folder = TestFolder.fresh("sagevoice-tests")

  /// - Parameter name: The name of a folder to make in it.
  init(folder name: String = "") {
    do {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    } catch {
      Issue.record(error)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of a file in the folder, whether it exists or not.
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes bytes, and makes the folders above them.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a text, and makes the folders above it.
  func write(_ text: String, as name: String) throws -> String {
    try write(Array(text.utf8), as: name)
  }

  /// Writes an executable script. A shell writes the file: children of this process inherit its open descriptors
  /// until exec, and a script that any process has open for writing does not start (ETXTBSY, execve(2)).
  func program(_ script: String, as name: String) throws {
    let text = try write(script, as: "\(name).txt")
    let copy = try ToolProcess.runShell(#"cp "$1" "$2" && chmod 755 "$2""#, [text, path(name)])
    #expect(copy.status == 0, "\(copy.errors)")
  }

  /// Writes a good recording of a voice at `f0`.
  func voice(_ name: String = "voice.wav", f0: Hertz = 120) throws -> String {
    try write(WAVEncoder.pcm16(Self.signal(f0: f0)), as: name)
  }

  /// Writes a vowel with a given jitter.
  func vowel(
    _ name: String, seed: UInt64, jitter: Double = 0.4, seconds: Seconds = 1.6
  ) throws -> String {
    let voice = SyntheticVoice(f0: 120, vowel: .a, duration: seconds, seed: seed).with {
      ($0.jitterPercent, $0.shimmerPercent, $0.hnr) = (jitter, 2, 25)
    }
    return try write(WAVEncoder.pcm16(voice.synthesize().signal), as: name)
  }

  /// Writes a recording of syllables that fall from 140 to 100 Hz, with pauses between them.
  func speech(_ name: String = "speech.wav") throws -> String {
    let pause = [Double](repeating: 0, count: 6000)
    let syllable = [140, 120, 100].flatMap { f0 in
      Self.signal(f0: Hertz(f0)).samples.prefix(3500)
    }
    let samples = (0..<12).flatMap { _ in syllable + pause }
    return try write(WAVEncoder.pcm16(Signal(samples: samples, sampleRate: 44_100)), as: name)
  }

  /// Writes a recording that the clinical preset refuses.
  func tooShort(_ name: String = "short.wav") throws -> String {
    let samples = Self.signal(f0: 120).samples.prefix(10_000)
    return try write(
      WAVEncoder.pcm16(Signal(samples: Array(samples), sampleRate: 44_100)), as: name)
  }

  /// The names in a folder, sorted, with nothing hidden left out.
  func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The JSON text in a file.
  func json(of name: String) throws -> JSONValue { try JSONValue(parsing: text(of: name)) }

  func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// Watches the folder `in` once for the store `store`.
  func watchOnce(
    _ options: [String] = [], quietly: Bool = true, with variables: [String: String] = [:]
  ) async throws -> Tool.Outcome {
    let watch = ["watch", path("in"), "--store", path("store"), "--create", "--once"]
    return try await Tool.run(
      watch + ["--settle", "0.1"] + (quietly ? ["--quiet"] : []) + options, with: variables)
  }

  private static func signal(f0: Hertz) -> Signal {
    SyntheticVoice(f0: f0, vowel: .a, duration: 1, seed: 3).with {
      $0.jitterPercent = 0.4
      $0.hnr = 25
    }.synthesize().signal
  }
}

extension Tool.Outcome {
  /// The one document on standard output.
  var document: JSONValue { get throws { try JSONValue(parsing: output) } }

  /// The documents on standard output, one per line.
  var documents: [JSONValue] { get throws { try JSONValue.lines(of: output) } }
}

extension JSONValue {
  /// The name of the recording.
  var recordingName: String? { self[path: ["recording", "name"]]?.stringValue }

  /// The code of the refusal, or the state.
  var outcomeCode: String? { (self[path: ["error", "code"]] ?? self["state"])?.stringValue }
}
