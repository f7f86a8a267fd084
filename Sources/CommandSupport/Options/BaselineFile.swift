package import BaselineService
package import VoiceReport
package import VoiceTypes
import WAVIngest

package struct BaselineFile {
  package let stored: StoredBaseline
  package let json: JSONValue

  /// SHA-256 of the file bytes.
  package let sha256: String

  package init(at path: String, for option: String) throws(CommandFault) {
    try self.init(OptionFile(option: option, kind: "a baseline").bytes(at: path), for: option)
  }

  /// Parses a baseline from file bytes; messages name the option.
  package init(_ bytes: [UInt8], for option: String) throws(CommandFault) {
    do {
      json = try JSONValue.parse(bytes)
      stored = try StoredBaseline(json: json)
      sha256 = ContentHash.sha256(of: bytes)
    } catch {
      throw CommandFault(
        status: .refused,
        messages: [
          "\(option): \(error)",
          "\(option): this file is not a valid baseline; give a file of `baseline establish`",
        ])
    }
  }

  /// The reference to this baseline in comparisons.
  package var reference: BaselineReference { BaselineReference(stored, sha256: sha256) }

  /// Compares one recording, as `baseline compare` does.
  package func change(
    of document: ResultsDocument, device: String?, minimums: [RecordingMinimum]
  ) -> BaselineChange {
    guard !stored.baseline.contains(document) else {
      return .inBaseline(sessions: stored.baseline.sessions.count)
    }
    let result = BaselineComparison(
      with: stored.baseline, rule: .mustAgree, minimums: minimums
    ).compare([
      MeasuredVowel(
        document: document,
        origin: VowelMetadata(sessionID: document.recording.name, deviceModel: device))
    ])
    return .compared(result.outcome, BaselineSpan(of: stored.baseline, reference))
  }

  /// Returns the input for an amended baseline that replaces this one.
  package func amended(keepingSessions: Bool) -> BaselineToAmend {
    BaselineToAmend(
      baseline: stored.baseline,
      reference: BaselineParent(
        baselineID: stored.run.baselineID, sha256: sha256, status: stored.baseline.status,
        keepsSessions: keepingSessions))
  }
}
