import BaselineService
import CommandSupport
import VoiceTypes
import WAVIngest

/// The codes of `explain --codes`.
enum MeasuringCodes {
  static let places: [ErrorDomain] = [.refusal, .check, .reason, .evidence, .baselineFault]

  /// The codes of all places, in order of declaration.
  static var all: [CodeEntry] { places.flatMap(codes) }

  private static func codes(of place: ErrorDomain) -> [CodeEntry] {
    switch place {
    case .refusal:
      place.entries(RefusalCode.allCases.map(\.rawValue), [RefusalText.self]).map { entry in
        var entry = entry
        entry.exitStatus = RefusalCode(rawValue: entry.code).map {
          Int(ExitStatus(of: $0).rawValue)
        }
        return entry
      }
    case .check:
      place.entries(CheckID.allCases.map(\.rawValue), [CheckText.self])
    case .reason: place.entries(ReasonCode.allCases.map(\.rawValue), [ReasonText.self])
    case .evidence: place.entries([], [EvidenceText.self])
    case .baselineFault:
      place.entries(
        [],
        [
          BaselineText.self, ConditionText.self, KeepingText.self, ProgressText.self,
          HistoryText.self,
        ])
    default: []
    }
  }
}
