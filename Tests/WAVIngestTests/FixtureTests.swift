import Foundation
import Testing
import VoiceTypes
import WAVIngest

@Suite struct FixtureTests {
  private func expectations() throws -> [String: String] {
    let json = try Data(contentsOf: Fixtures.malformed.appending(path: "expected.json"))
    return try JSONDecoder().decode([String: String].self, from: json)
  }

  @Test func `every malformed file has an expectation and every expectation a file`() throws {
    let expected = try expectations()

    #expect(Fixtures.names(in: Fixtures.malformed) == expected.keys.sorted())
  }

  @Test func `every malformed file has its expected outcome`() throws {
    for (name, code) in try expectations().sorted(by: { $0.key < $1.key }) {
      #expect(Fixtures.read(name, in: Fixtures.malformed).code == code, "\(name)")
    }
  }

  @Test func `every malformed file that is measured has finite samples and checks`() throws {
    for name in Fixtures.names(in: Fixtures.malformed) {
      let outcome = Fixtures.read(name, in: Fixtures.malformed)
      guard let recording = try? outcome.result.get() else { continue }
      let values = RecordingQuality.firstChecks(of: recording).compactMap(\.value)
      #expect(recording.signal.samples.allSatisfy { $0.isFinite }, "\(name)")
      #expect(values.allSatisfy { $0.isFinite }, "\(name)")
    }
  }

  @Test func `a ZIP archive named .wav is recognised`() {
    let outcome = Fixtures.read("zip_named.wav", in: Fixtures.malformed)

    #expect(outcome.error == .notAWAV(.foreignContent(name: "a ZIP archive")))
    #expect(
      outcome.facts.sha256 == "07362bf63db157154cf4be4c3458a6a74a3b751120c2cb1b9ef228c277c834c7")
  }

  @Test(arguments: [
    ("web_page.wav", "a web page", "sign in"),
    ("json_message.wav", "it is JSON", "text editor"),
    ("xml_message.wav", "it is XML", "text editor"),
    ("git_lfs_pointer.wav", "a Git LFS pointer", "git lfs pull"),
    ("git_annex_pointer.wav", "a git-annex pointer", "git annex get"),
    ("mp3_with_crc.wav", ": an MP3 file", "export the recording as WAV"),
    ("mp3_of_11_khz.wav", ": an MP3 file", "export the recording as WAV"),
    ("aac_named.wav", ": an AAC file", "export the recording as WAV"),
    ("utf16_text.wav", ": a text in UTF-16", "export the recording as WAV"),
    ("text.wav", ": a text file", "export the recording as WAV"),
    ("random_bytes.wav", "no known audio format", "export the recording as WAV"),
  ])
  func `a file that is no WAV file is named, with advice`(
    name: String, found: String, advice: String
  ) {
    let refusal = Fixtures.read(name, in: Fixtures.malformed).error?.refusal

    #expect(refusal?.message.contains(found) == true, "\(refusal?.message ?? "")")
    #expect(refusal?.advice.contains(advice) == true, "\(refusal?.advice ?? "")")
  }

  @Test func `a header with an absurd length is refused without its length`() {
    let refusal = Fixtures.read("rf64_absurd_length.wav", in: Fixtures.malformed).error?.refusal

    #expect(
      refusal?.message
        == "the header states more than 24 h of audio, but the file contains less")
  }

  @Test func `encodings of 16 bits and more give identical samples in every container`() throws {
    let reference = try #require(
      Fixtures.read("pcm16_riff_mono.wav", in: Fixtures.encodings).samples)
    let names = Fixtures.names(in: Fixtures.encodings).filter { !$0.hasPrefix("pcm8_") }

    #expect(names.count == 27)
    #expect(reference.count == 9_600)
    for name in names {
      #expect(Fixtures.read(name, in: Fixtures.encodings).samples == reference, "\(name)")
    }
  }

  @Test func `8-bit files hold the same tone, rounded down to 8 bits`() throws {
    let tone = try #require(Fixtures.read("pcm16_riff_mono.wav", in: Fixtures.encodings).samples)
    let rounded = tone.map { ($0 * 128).rounded(.down) / 128 }
    let names = Fixtures.names(in: Fixtures.encodings).filter { $0.hasPrefix("pcm8_") }

    #expect(names.count == 5)
    for name in names {
      #expect(Fixtures.read(name, in: Fixtures.encodings).samples == rounded, "\(name)")
    }
  }

  @Test func `the tone is 12000 times a sine of 200 Hz`() throws {
    let tone = try #require(Fixtures.read("pcm16_riff_mono.wav", in: Fixtures.encodings).samples)

    for (index, sample) in tone.enumerated() {
      let sine = (12_000 * sin(2 * .pi * Double(index % 80) / 80)).rounded()
      #expect(sample * 32768 == sine)
    }
  }
}
