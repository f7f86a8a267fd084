// Two recordings give one document, for any recordings.

import DSPCore
import TestSupport
import Testing
import VoicePipeline
import VoiceSynthesis
import VoiceTypes
import WAVIngest

@Suite struct IndexPipelineTests {
  private static func document(
    vowel: [UInt8] = Recordings.voice, speech: [UInt8] = Recordings.speech,
    _ index: ConcatenatedIndex = .avqi03_01, language: IndexLanguage? = nil,
    ends: VowelEnds = .ofFile
  ) throws -> JSONValue {
    var workspace = AnalysisWorkspace()
    let document = IndexPipeline(
      index, language: language, vowelEnds: ends, environment: .still
    ).analyze(
      vowel: .bytes(vowel, name: "vowel.wav"), speech: .bytes(speech, name: "speech.wav"),
      workspace: &workspace
    ).json
    #expect(try JSONSchemaValidator(IndexDocument.jsonSchema).problems(in: document) == [])
    return document
  }

  private static func codes(_ document: JSONValue) -> [[String?]] {
    (document["errors"]?.elements ?? []).map {
      [$0["recording"]?.stringValue, $0["code"]?.stringValue]
    }
  }

  @Test func `a voice has an index, six parts and no reason`() throws {
    let document = try Self.document()

    #expect(document["state"] == "complete")
    #expect(document["value"]?.numberValue != nil)
    #expect(document["parts"]?.members.count == 6)
    #expect(document["parts"]?.members.allSatisfy { $0.value.numberValue != nil } == true)
    #expect(document["unavailable"] == [])
    #expect(document[path: ["recordings", "vowel", "recording", "name"]] == "vowel.wav")
    #expect(document[path: ["recordings", "speech", "recording", "name"]] == "speech.wav")
  }

  @Test func `ABI has nine parts and accepts recordings of two sample rates`() throws {
    let other = WAVEncoder.pcm16(Recordings.signal(sampleRate: 48_000))

    let document = try Self.document(vowel: other, .abi, language: .dutch)

    #expect(document["index"] == "abi")
    #expect(document["value"]?.numberValue != nil)
    #expect(document["parts"]?.members.count == 9)
    #expect(document["parts"]?.members.allSatisfy { $0.value.numberValue != nil } == true)
    #expect(document[path: ["comparisons", 0, "cut_off"]]?.numberValue == 3.44)
    #expect(document[path: ["comparisons", 0, "pipeline_class"]] == "compatible")
  }

  @Test func `an index without a cut-off in a language names both`() throws {
    let document = try Self.document(.avqi02_02, language: .dutch)

    let reason = try #require(document["not_compared_because"]?.stringValue)
    #expect(reason == "no published cut-off for AVQI 02.02 in Dutch is included in sagevoice")
  }

  @Test func `the same recordings give the same bytes`() throws {
    #expect(try Self.document().text(.pretty) == Self.document().text(.pretty))
  }

  @Test func `without a language there is no classification, and it says why`() throws {
    let document = try Self.document()

    #expect(document["comparisons"] == [])
    #expect(document["not_compared_because"]?.stringValue?.contains("language") == true)
  }

  @Test(arguments: IndexLanguage.allCases)
  func `with a language the index is compared with its cut-off`(language: IndexLanguage) throws {
    let document = try Self.document(language: language)

    let index = try #require(document["value"]?.numberValue)
    let comparisons = try #require(document["comparisons"]?.elements)
    #expect(comparisons.count == ConcatenatedIndex.avqi03_01.cutOffs(in: language).count)
    for found in comparisons {
      let cutOff = try #require(found["cut_off"]?.numberValue)
      #expect(found["language"] == .string(language.rawValue))
      #expect(found["relation"] == (index > cutOff ? "above" : "at_or_below"))
      #expect(found["sentence"]?.stringValue?.contains("the published cut-off \(cutOff)") == true)
    }
    #expect(document["not_compared_because"] == .null)
  }

  @Test func `little speech and a short vowel get notes`() throws {
    let speech = WAVEncoder.pcm16(Recordings.speechSignal(syllables: 4))
    let notes = try #require(Self.document(speech: speech)["notes"]?.elements)

    #expect(notes.contains { $0.stringValue?.contains("too short for the cut-offs") == true })
    #expect(notes.contains { $0.stringValue?.contains("was used completely") == true })
  }

  @Test func `three seconds of each get no note`() throws {
    let long = WAVEncoder.pcm16(Recordings.signal(seconds: 3.2))

    let document = try Self.document(vowel: long, speech: long)

    #expect(document["notes"] == [])
    #expect(document[path: ["used", "vowel_s"]]?.numberValue == 3)
  }

  @Test func `a sample rate too low for slope and tilt gets a note`() throws {
    let voice = WAVEncoder.pcm16(Recordings.signal(seconds: 3.2, sampleRate: 16_000))

    let notes = try Self.document(vowel: voice, speech: voice)["notes"]?.elements ?? []

    #expect(
      notes.contains {
        $0.stringValue?.contains("limits the frequencies to 8000 Hz") == true
      })
  }

  @Test func `noise as speech gives nulls with one reason each`() throws {
    let hiss = HarmonicHiss.signal
    let document = try Self.document(speech: WAVEncoder.pcm16(hiss), language: .dutch)

    #expect(document["state"] == "complete")
    #expect(document["value"] == .null)
    #expect(document["used"] == .null)
    #expect(document["unavailable"]?.elements.count == 7)
    #expect(
      document["unavailable"]?.elements.allSatisfy { $0["code"] == "no_voicing" } == true)
    #expect(document["comparisons"] == [])
    #expect(document["not_compared_because"] == "the index could not be measured")
  }

  @Test func `samples beyond the numeric range give nulls`() throws {
    let huge = WAVEncoder.encode(
      [Recordings.voiceSignal.samples.map { $0 * 1e200 }], sampleRate: 44_100, encoding: .float64)

    let document = try Self.document(vowel: huge)

    #expect(document["value"] == .null)
    #expect(document[path: ["unavailable", 0, "code"]] == "numeric_overflow")
  }

  @Test func `each recording is refused on its own`() throws {
    let short = Recordings.voice(sampleCount: 10_000)

    #expect(try Self.codes(Self.document(vowel: short)) == [["vowel", "too_short"]])
    #expect(try Self.codes(Self.document(speech: short)) == [["speech", "too_short"]])
    #expect(
      try Self.codes(Self.document(vowel: [1, 2, 3], speech: Recordings.constant(0)))
        == [["vowel", "not_a_wav"], ["speech", "silent"]])
  }

  @Test func `too short speech has its own refusal`() throws {
    let document = try Self.document(speech: Recordings.voice(sampleCount: 10_000))

    let advice = document[path: ["errors", 0, "advice"]]?.stringValue
    #expect(advice?.contains("sentences") == true)
  }

  @Test func `different sample rates are refused, naming both`() throws {
    let other = WAVEncoder.pcm16(Recordings.signal(sampleRate: 48_000))

    let document = try Self.document(vowel: other)

    #expect(Self.codes(document) == [["speech", "sample_rates_differ"]])
    let message = document[path: ["errors", 0, "message"]]?.stringValue
    #expect(message?.contains("44100 Hz") == true)
    #expect(message?.contains("48000 Hz") == true)
  }

  @Test func `no member of a document may be missing`() throws {
    let validator = try JSONSchemaValidator(IndexDocument.jsonSchema)
    let complete = try Self.document(language: .dutch)
    let refused = try Self.document(vowel: [])

    for document in [complete, refused] {
      for key in document.keys {
        #expect(validator.problems(in: document.removing([.key(key)])) != [], "\(key)")
      }
    }
  }
}

/// A tone of 3 kHz: loud, and with twice as many zero crossings as a voice may have.
private enum HarmonicHiss {
  static let signal = Signal(
    samples: (0..<88_200).map { $0 / 7 % 2 == 0 ? 0.25 : -0.25 }, sampleRate: 44_100)
}
