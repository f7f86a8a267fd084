// What is said of each session and each person that is passed on.

package import RecordStore
package import VoiceTypes

/// What came of one of them.
package enum PassingOutcome: Hashable, Sendable {
  /// The other side had it, or has it now, or keeps its own.
  case taken(Taking)
  /// It is none that is passed on.
  case stays(SessionDigest.Hindrance)
  /// It would be passed on.
  case wouldGo
  /// The other side, or this one, does not take it as it is.
  case refused

  /// All of them, in the order in which they are counted.
  static let all =
    Taking.allCases.map(Self.taken) + [.wouldGo] + SessionDigest.Hindrance.allCases.map(Self.stays)
    + [.refused]

  /// Its word, which is part of the contract.
  package var word: String {
    switch self {
    case .taken(let taking): taking.rawValue
    case .stays(let hindrance): hindrance.rawValue
    case .wouldGo: "would_go"
    case .refused: "refused"
    }
  }

  /// Whether somebody has to look at it.
  var needsLook: Bool { self == .taken(.differs) || self == .refused }

  /// What is said of it to people.
  package var text: String {
    switch self {
    case .taken(.new): "new there"
    case .taken(.extended): "went on there"
    case .taken(.mergedNewer): "both are kept, and what came was told last and counts"
    case .taken(.mergedOlder): "both are kept, and what was there was told last and counts"
    case .taken(.present): "the same is there"
    case .taken(.older): "has gone on since where it was to go"
    case .taken(.differs): "something else is there under this id; each side keeps its own"
    case .taken(.erased): "was removed there for good, and does not come back"
    case .stays(.nobodys): "stays: it was not told whose it is"
    case .stays(.unfinished): "stays: it is being worked on"
    case .stays(.notAgreedTo): "stays: nobody agreed to its being stored"
    case .wouldGo: "would go"
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
      "outcome": .string(outcome.word), "detail": .optional(detail),
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
    let parts = PassingOutcome.all.compactMap { outcome in
      counts[outcome].map { "\($0) \(outcome.word.replacing("_", with: " "))" }
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
