// What a store says of a session for another one to tell whether it holds the same.

package import VoiceTypes

/// A session in a few hashes.
package struct SessionDigest: Sendable, Equatable {
  /// Why a session is not passed on; the raw values are part of the contract.
  package enum Hindrance: String, CaseIterable, Sendable {
    /// Whose it is was not told: it stays where it was recorded.
    case nobodys = "nobodys"
    /// It is being worked on.
    case unfinished = "unfinished"
    /// Nobody agreed to its being stored.
    case notAgreedTo = "not_agreed_to"
  }

  /// The session.
  package let id: SessionID

  /// SHA-256 of each document by its name, before any encryption; that of the header without what is the
  /// store's own.
  package let documents: [String: String]

  /// How many steps its history has.
  package let steps: Int

  /// SHA-256 of documents and history.
  package let sha256: String

  /// Why it stays where it is; nil for what is passed on.
  package let hindrance: Hindrance?

  init(
    of id: SessionID, header: SessionHeader?, steps: [SessionStep], documents: [String: String],
    state: SessionState?
  ) {
    (self.id, self.documents, self.steps) = (id, documents, steps.count)
    let facts: JSONValue = [
      .object(documents.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
      .array(steps.map(\.json)),
    ]
    sha256 = StoreSecrets.sha256(of: Array(facts.text(.compact).utf8))
    hindrance = Self.hindrance(header, state)
  }

  private static func hindrance(_ header: SessionHeader?, _ state: SessionState?) -> Hindrance? {
    guard let header, !header.isLocalOnly else { return .nobodys }
    guard header.storage == nil else { return .notAgreedTo }
    guard let state, state.isLast else { return .unfinished }
    return nil
  }

  /// A digest that another store sent; nil for what is none.
  package init?(json: JSONValue) {
    guard case .string(let name)? = json["session_id"], let id = SessionID(name),
      case .string(let sha256)? = json["sha256"], Hex.isSHA256(sha256),
      case .int(let steps)? = json["steps"]
    else { return nil }
    self.id = id
    (self.sha256, self.steps, hindrance, documents) = (sha256, Int(steps), nil, [:])
  }

  /// What is said of it to another store.
  package var json: JSONValue {
    [
      "session_id": .string(id.text), "sha256": .string(sha256), "steps": .int(steps),
      "documents": .object(
        documents.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
    ]
  }
}

extension SessionState {
  /// Whether nothing follows it by itself.
  var isLast: Bool {
    switch self {
    case .filed, .refused, .duplicate, .failed: true
    case .seen, .stable, .claimed, .quickDone, .comprehensiveDone: false
    }
  }
}
