// What is said of each session and each person that is passed on.

package import RecordStore
package import VoiceTypes

/// What came of one of them; the raw values are part of the contract.
package enum PassingOutcome: String, CaseIterable, Sendable {
  /// It was not there, and is now.
  case new
  /// It went on here, and has there.
  case extended
  /// Both sides have told something since: both are kept, and what came counts.
  case mergedNewer = "merged_newer"
  /// The same, and what was there counts.
  case mergedOlder = "merged_older"
  /// The same is there.
  case present
  /// What is there has gone on since.
  case older
  /// Something else is there under its id; each side keeps its own.
  case differs
  /// It was removed there for good, and stays removed.
  case erased
  /// It would be passed on.
  case wouldGo = "would_go"
  /// Whose it is was not told: it stays where it was recorded.
  case nobodys
  /// It is being worked on.
  case unfinished
  /// Nobody agreed to its being stored.
  case notAgreedTo = "not_agreed_to"
  /// The other side, or this one, does not take it as it is.
  case refused

  /// Whether somebody has to look at it.
  var needsLook: Bool { self == .differs || self == .refused }

  /// What is said of it to people.
  package var text: String {
    switch self {
    case .new: "new there"
    case .extended: "went on there"
    case .mergedNewer: "both are kept, and what came was told last and counts"
    case .mergedOlder: "both are kept, and what was there was told last and counts"
    case .present: "the same is there"
    case .older: "has gone on since where it was to go"
    case .differs: "something else is there under this id; each side keeps its own"
    case .erased: "was removed there for good, and does not come back"
    case .wouldGo: "would go"
    case .nobodys: "stays: it was not told whose it is"
    case .unfinished: "stays: it is being worked on"
    case .notAgreedTo: "stays: nobody agreed to its being stored"
    case .refused: "is not taken"
    }
  }
}

/// A session or a person, and what came of passing it on.
package struct PassingLine: Sendable, Equatable {
  /// What it is of.
  package enum Matter: String, Sendable {
    case session
    case person
  }

  package let matter: Matter

  /// The id of the session, or how this store knows the person.
  package let name: String

  package let outcome: PassingOutcome

  /// More of what was found; nil for no more.
  package let detail: String?

  init(
    _ matter: Matter, _ name: String, _ outcome: PassingOutcome, detail: String? = nil
  ) {
    (self.matter, self.name, self.outcome, self.detail) = (matter, name, outcome, detail)
  }

  /// The line as JSON.
  package var json: JSONValue {
    [
      "matter": .string(matter.rawValue), "id": .string(name),
      "outcome": .string(outcome.rawValue), "detail": .optional(detail),
    ]
  }

  /// The line for a person.
  package var text: String {
    "\(matter.rawValue) \(name): \(outcome.text)" + (detail.map { " (\($0))" } ?? "")
  }
}

/// How many of what came to what.
package struct PassingSummary: Sendable, Equatable {
  /// By outcome.
  package private(set) var counts: [PassingOutcome: Int] = [:]

  package init() {}

  mutating func count(_ line: PassingLine) { counts[line.outcome, default: 0] += 1 }

  /// Whether somebody has to look at something.
  package var needsLook: Bool { counts.keys.contains(where: \.needsLook) }

  /// One line for a person; what is none of is left out.
  package var text: String {
    let parts = PassingOutcome.allCases.compactMap { outcome in
      counts[outcome].map { "\($0) \(outcome.rawValue.replacing("_", with: " "))" }
    }
    return parts.isEmpty ? "there is nothing to pass on" : parts.joined(separator: ", ")
  }
}

/// Why passing on came to an end before all had gone.
package enum PassingFault: Error, Sendable, Equatable, CustomStringConvertible {
  case peer(PeerFault)
  case store(StoreError)

  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .peer(let fault): fault.description
    case .store(let error): "the store: \(error.description)"
    }
  }
}
