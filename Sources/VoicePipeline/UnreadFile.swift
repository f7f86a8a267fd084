// Refuses files by size before reading them, which saves memory and time.

package import VoiceTypes
internal import WAVIngest

/// File that was read only partially.
package struct UnreadFile: Sendable {
  /// File name without folders.
  package var name: String

  /// Size in bytes.
  package var sizeBytes: Int

  /// SHA-256 of the file; nil if unknown.
  package var sha256: String?

  package init(name: String, sizeBytes: Int, sha256: String? = nil) {
    self.name = name
    self.sizeBytes = sizeBytes
    self.sha256 = sha256
  }
}

extension VoicePipeline {
  /// Refuses a too long recording by the first `FileBeginning.bytesWanted` bytes. Returns nil if a
  /// decision requires the whole file.
  package func refusal(of file: UnreadFile, beginning bytes: [UInt8]) -> ResultsDocument? {
    guard
      var facts = WAVReader.facts(
        ofBeginning: bytes, fileBytes: file.sizeBytes, name: file.name),
      let refusal = facts.duration.flatMap({ requirements.refusal(ofLength: $0) })
    else { return nil }
    facts.sha256 = file.sha256
    return document(refusing: facts, for: refusal)
  }

  /// Refuses a file larger than `limit` bytes.
  package func refusal(of file: UnreadFile, above limit: Int) -> ResultsDocument {
    var facts = RecordingFacts(name: file.name)
    facts.sha256 = file.sha256
    return document(refusing: facts, for: Self.tooLarge(file.sizeBytes, limit: limit))
  }

  /// Refusal of a file of `bytes` bytes.
  package static func tooLarge(_ bytes: Int, limit: Int) -> Refusal {
    Refusal(RefusalText.tooLargeFile, [.bytes: "\(bytes)", .allowed: "\(limit)"])
  }

  /// Creates the document of a recording that is refused before reading.
  package func document(refusing facts: RecordingFacts, for refusal: Refusal) -> ResultsDocument {
    ResultsDocument(
      analysisID: environment.newID(), tier: settings.tier, recording: facts,
      quality: RecordingQualityReport(checks: []), outcome: .refused(refusal),
      provenance: Provenance(of: settings),
      run: RunFacts(analyzedAt: environment.timestamp()))
  }
}
