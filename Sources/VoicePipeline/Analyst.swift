// What programs that know no signal processing need of it: something that turns the bytes of one
// recording after another into documents, and tells whether a file is all there.

internal import DSPCore
package import VoiceTypes
internal import WAVIngest

/// Analyses recordings one at a time, and keeps what it needs from one to the next.
package struct Analyst: ~Copyable {
  private var workspace = AnalysisWorkspace()

  /// An analyst who uses one core.
  package init() {}

  /// The document of the recording whose file has the name and the bytes given; `sha256` is theirs where the
  /// caller has it.
  package mutating func document(
    of bytes: [UInt8], name: String, sha256: String? = nil, by pipeline: VoicePipeline
  ) -> ResultsDocument {
    var look: RecordingLook?
    return document(of: bytes, name: name, sha256: sha256, by: pipeline, after: &look)
  }

  /// The same of a recording that gets several documents: `look` is what the analysis before found first, and then
  /// what this one did.
  package mutating func document(
    of bytes: [UInt8], name: String, sha256: String? = nil, by pipeline: VoicePipeline,
    after look: inout RecordingLook?
  ) -> ResultsDocument {
    let examined = pipeline.examine(
      .bytes(bytes, name: name, sha256: sha256), after: look, workspace: &workspace)
    look = RecordingLook(examined, by: pipeline.settings.reading)
    return examined.document
  }

  /// The index of a held vowel and speech, each the bytes of a file with its name.
  package mutating func document(
    ofVowel vowel: NamedBytes, speech: NamedBytes, by pipeline: AVQIPipeline
  ) -> AVQIDocument {
    pipeline.analyze(
      vowel: .bytes(vowel.bytes, name: vowel.name), speech: .bytes(speech.bytes, name: speech.name),
      workspace: &workspace)
  }
}

/// The bytes of a file.
package struct NamedBytes: Sendable {
  package let name: String
  package let bytes: [UInt8]

  package init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

/// What is known of a file of which only the beginning was read.
package enum FileBeginning {
  /// How many bytes tell how long a recording is going to be.
  package static let bytesWanted = SizePromise.beginningBytes

  /// How the size of a file stands to what its first bytes promise.
  package static func promise(_ bytes: [UInt8], fileBytes: Int) -> SizePromise {
    SizePromise(ofFileBeginning: bytes, fileBytes: fileBytes)
  }
}

/// What names the bytes of a whole file.
package enum Fingerprint {
  /// SHA-256 of bytes, as documents have it.
  package static func sha256(of bytes: [UInt8]) -> String { ContentHash.sha256(of: bytes) }
}
