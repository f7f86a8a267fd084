// Documents of a person in addition to the profile versions. Each one replaces the former one.

package import VoiceTypes

/// A document of a person that is replaced. The raw values are file names and never reused.
package enum PersonDocument: String, CaseIterable, Sendable {
  case alerts
  /// The state of the onboarding.
  case journey
  /// The state of the baseline.
  case progress

  package var fileName: String { "\(rawValue).json" }

  init?(fileName: String) {
    guard let document = Self.allCases.first(where: { $0.fileName == fileName }) else { return nil }
    self = document
  }

  package func check(_ value: JSONValue) throws(StoreError) {
    guard self == .alerts else { return }
    do {
      _ = try AlertList(json: value)
    } catch {
      throw .unusable("alerts cannot be saved directly; raise and acknowledge them instead")
    }
  }
}
