// Why a journey does not go on.

package import Onboarding
package import RecordStore

/// Why a journey does not go on just now.
package enum JourneyFault: Error, CustomStringConvertible {
  /// What happened does not belong where the journey is.
  case refusal(FlowRefusal)
  case store(StoreError)
  case submission(SubmissionFault)
  /// What is kept of it cannot be read.
  case unreadable(String)
  /// The runner ended before the recording did.
  case stopped

  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .refusal(let refusal): refusal.description
    case .store(let fault): fault.description
    case .submission(let fault): fault.description
    case .unreadable(let problem):
      "the stored onboarding cannot be used: \(problem); restore it from a backup"
    case .stopped: "the program was stopped; the onboarding continues at the next start"
    }
  }
}
