package import RecordStore
package import VoiceTypes

package enum SyncItemOutcome: Hashable, Sendable {
  /// The receiver processed the item; the value says how.
  case taken(SyncOutcome)
  /// The item is not syncable.
  case blocked(SessionDigest.SyncBlockReason)
  /// The item would be sent (dry run).
  case wouldGo
  case refused

  /// All outcomes in the order of the summary.
  static let all =
    SyncOutcome.allCases.map(Self.taken) + [.wouldGo]
    + SessionDigest.SyncBlockReason.allCases.map(Self.blocked)
    + [.refused]

  /// The word in JSON, which is part of the contract.
  package var word: String {
    switch self {
    case .taken(let taking): taking.rawValue
    case .blocked(let blockReason): blockReason.rawValue
    case .wouldGo: "would_go"
    case .refused: "refused"
    }
  }

  /// Whether the outcome needs manual attention.
  var needsReview: Bool { self == .taken(.differs) || self == .refused }

  package var text: String { TextCatalogue.commands.text("sync.\(word)") }
}

package struct SyncResult: Sendable, Equatable {
  package enum ItemKind: String, Sendable {
    case session
    case person
  }

  package let matter: ItemKind

  /// The session id, or the keyed hash of the person in this store.
  package let name: String

  package let outcome: SyncItemOutcome

  /// Additional detail; nil for none.
  package let detail: String?

  init(_ matter: ItemKind, _ name: String, _ outcome: SyncItemOutcome, detail: String? = nil) {
    (self.matter, self.name, self.outcome, self.detail) = (matter, name, outcome, detail)
  }

  package var json: JSONValue {
    [
      "matter": .string(matter.rawValue), "id": .string(name),
      "outcome": .string(outcome.word), "detail": .optional(detail),
    ]
  }

  /// The text for people, one line.
  package var text: String {
    "\(matter.rawValue) \(name): \(outcome.text)" + (detail.map { " (\($0))" } ?? "")
  }
}

/// The number of items by outcome.
package struct SyncSummary: Sendable, Equatable {
  package private(set) var counts: [SyncItemOutcome: Int] = [:]

  package init() {}

  mutating func count(_ line: SyncResult) { counts[line.outcome, default: 0] += 1 }

  /// Whether an item needs manual attention.
  package var needsReview: Bool { counts.keys.contains(where: \.needsReview) }

  /// The text for people, one line; outcomes without items are omitted.
  package var text: String {
    let parts = SyncItemOutcome.all.compactMap { outcome in
      counts[outcome].map { "\(outcome.text): \($0)" }
    }
    return parts.isEmpty
      ? TextCatalogue.commands.text("sync.nothing") : parts.joined(separator: "; ")
  }
}
