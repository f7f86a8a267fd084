// The documents of a person besides versions of the profile. Each one replaces the one before.

package import VoiceTypes

/// A document of a person that is replaced; the raw values are names of files and never reused.
package enum PersonDocument: String, CaseIterable, Sendable {
  /// Changes that were told (`PersonAlert`).
  case alerts
  /// How far an onboarding has come, as whoever leads it writes it.
  case journey
  /// How far a baseline has come, as whoever makes it writes it.
  case progress

  package var fileName: String { "\(rawValue).json" }

  /// The document of that name in a person's folder.
  init?(fileName: String) {
    guard let document = Self.allCases.first(where: { $0.fileName == fileName }) else { return nil }
    self = document
  }

  /// Whether a value may be such a document.
  package func check(_ value: JSONValue) throws(StoreError) {
    guard self == .alerts else { return }
    do {
      _ = try AlertList(json: value)
    } catch {
      throw .unusable("alerts cannot be saved directly; raise and acknowledge them instead")
    }
  }
}
