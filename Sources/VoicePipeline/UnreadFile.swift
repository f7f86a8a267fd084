// Files that are refused by what is known of them before they are read: reading a file only to say
// that it is too large takes the memory and the time that others wait for.

package import VoiceTypes
internal import WAVIngest

/// A file of which no more than the beginning was read.
package struct UnreadFile: Sendable {
  /// Its name, without folders.
  package var name: String

  /// The number of its bytes.
  package var sizeBytes: Int

  /// SHA-256 of its bytes; nil where that is not known.
  package var sha256: String?

  package init(name: String, sizeBytes: Int, sha256: String? = nil) {
    self.name = name
    self.sizeBytes = sizeBytes
    self.sha256 = sha256
  }
}

extension VoicePipeline {
  /// The document of a recording that is longer than what is measured here, by the first
  /// `FileBeginning.bytesWanted` bytes of its file; nil for one that has to be read to be judged.
  package func refusal(of file: UnreadFile, beginning bytes: [UInt8]) -> ResultsDocument? {
    guard
      var facts = WAVReader.facts(
        ofBeginning: bytes, fileBytes: file.sizeBytes, name: file.name),
      let refusal = facts.duration.flatMap({ requirements.refusal(ofLength: $0) })
    else { return nil }
    facts.sha256 = file.sha256
    return document(refusing: facts, for: refusal)
  }

  /// The document of a file of more bytes than `limit`.
  package func refusal(of file: UnreadFile, above limit: Int) -> ResultsDocument {
    var facts = RecordingFacts(name: file.name)
    facts.sha256 = file.sha256
    return document(refusing: facts, for: Self.tooLarge(file.sizeBytes, limit: limit))
  }

  /// Why a file of so many bytes is not read.
  package static func tooLarge(_ bytes: Int, limit: Int) -> Refusal {
    Refusal(RefusalText.tooLargeFile, [.bytes: "\(bytes)", .allowed: "\(limit)"])
  }

  /// The document of a recording that is refused by what is known before it is read.
  package func document(refusing facts: RecordingFacts, for refusal: Refusal) -> ResultsDocument {
    ResultsDocument(
      analysisID: environment.newID(), tier: settings.tier, recording: facts,
      quality: RecordingQualityReport(checks: []), outcome: .refused(refusal),
      provenance: Provenance(of: settings),
      run: RunFacts(
        analyzedAt: environment.timestamp(), decodeMilliseconds: 0, analysisMilliseconds: 0,
        totalMilliseconds: 0))
  }
}
