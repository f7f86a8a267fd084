// Recordings without files, for programs that analyse many arrays in one process.

import CommandSupport
import Synchronization
import VoiceTypes
import WAVIngest

/// WAV files on standard input, each after its length.
final class RecordingStream: Sendable {
  private let failure = Mutex<CommandFault?>(nil)

  /// The fault that ended the stream; nil at its regular end.
  var fault: CommandFault? { failure.withLock { $0 } }

  /// Reads the recording with an index; nil at the end. Calls must be in order and not concurrent.
  func recording(_ index: Int) -> AudioSource? {
    guard fault == nil else { return nil }
    do throws(IngestError) {
      return try InputBytes.readRecordingOfStandardInput().map {
        .bytes($0, name: "stream_\(index).wav")
      }
    } catch {
      let message =
        "--stdin-stream: recording \(index): \(error.refusal.message); "
        + "write the length of each WAV file in 4 bytes (little-endian) before it"
      failure.withLock { $0 = CommandFault(status: .cannotOpenInput, messages: [message]) }
      return nil
    }
  }
}
