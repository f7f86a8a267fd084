// The file of a baseline, with the fingerprint by which others name it.

package import BaselineService
package import VoiceTypes
import WAVIngest

/// A baseline as it was found.
package struct BaselineFile {
  package let stored: StoredBaseline

  /// What it says, member by member.
  package let json: JSONValue

  /// SHA-256 of its bytes.
  package let sha256: String

  /// Reads the baseline at `path`, which an option names.
  package init(at path: String, for option: String) throws(CommandFault) {
    try self.init(OptionFile(option: option, kind: "a baseline").bytes(at: path), for: option)
  }

  /// Reads a baseline from the bytes of a file, which an option names.
  package init(_ bytes: [UInt8], for option: String) throws(CommandFault) {
    do {
      json = try JSONValue.parse(bytes)
      stored = try StoredBaseline(json: json)
      sha256 = ContentHash.sha256(of: bytes)
    } catch {
      throw CommandFault(
        status: .refused,
        messages: [
          "\(option): \(error)", "\(option): this file cannot be used as a baseline as it is",
        ])
    }
  }

  /// How a comparison names it.
  package var reference: BaselineReference { BaselineReference(stored, sha256: sha256) }

  /// How a baseline that takes its place names it.
  package func amended(keepingSessions: Bool) -> BaselineToAmend {
    BaselineToAmend(
      baseline: stored.baseline,
      reference: BaselineParent(
        baselineID: stored.run.baselineID, sha256: sha256, status: stored.baseline.status,
        keepsSessions: keepingSessions))
  }
}
