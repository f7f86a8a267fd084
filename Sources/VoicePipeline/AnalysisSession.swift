internal import DSPCore
package import VoiceTypes
internal import WAVIngest

/// Analysis session: analyses recordings one at a time and reuses its workspace.
package struct AnalysisSession: ~Copyable {
  private var workspace = AnalysisWorkspace()

  /// Creates a session that uses one core.
  package init() {}

  /// Analyses the recording in `bytes`. A given `sha256` is that of `bytes`.
  package mutating func document(
    of bytes: [UInt8], name: String, sha256: String? = nil, by pipeline: VoicePipeline
  ) -> ResultsDocument {
    var firstPass: CachedFirstPass?
    return document(of: bytes, name: name, sha256: sha256, by: pipeline, after: &firstPass)
  }

  /// Analyses a recording that yields several documents. `firstPass` is the cached first pass of the
  /// previous analysis; the call replaces it.
  package mutating func document(
    of bytes: [UInt8], name: String, sha256: String? = nil, by pipeline: VoicePipeline,
    after firstPass: inout CachedFirstPass?
  ) -> ResultsDocument {
    let examined = pipeline.examine(
      .bytes(bytes, name: name, sha256: sha256), after: firstPass, workspace: &workspace)
    firstPass = CachedFirstPass(examined, by: pipeline.settings.reading)
    return examined.document
  }

  /// Analyses the AVQI of a sustained vowel and speech.
  package mutating func document(
    ofVowel vowel: NamedBytes, speech: NamedBytes, by pipeline: IndexPipeline
  ) -> IndexDocument {
    pipeline.analyze(
      vowel: .bytes(vowel.bytes, name: vowel.name), speech: .bytes(speech.bytes, name: speech.name),
      workspace: &workspace)
  }
}

/// Bytes of a file with its name.
package struct NamedBytes: Sendable {
  package let name: String
  package let bytes: [UInt8]

  package init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

/// Checks on the first bytes of a file.
package enum FileBeginning {
  /// Number of bytes that contain the declared length.
  package static let bytesWanted = DeclaredSizeStatus.beginningBytes

  /// Compares the size of a file with the size declared in its first bytes.
  package static func promise(_ bytes: [UInt8], fileBytes: Int) -> DeclaredSizeStatus {
    DeclaredSizeStatus(ofFileBeginning: bytes, fileBytes: fileBytes)
  }
}

/// Content hash of a file.
package enum Fingerprint {
  /// SHA-256 in the form of documents.
  package static func sha256(of bytes: [UInt8]) -> String { ContentHash.sha256(of: bytes) }
}
