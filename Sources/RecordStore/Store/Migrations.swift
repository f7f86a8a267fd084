// How a file of an earlier version becomes one of this version. Steps are appended, never edited:
// a file of version n passes the steps from n on, each of which was right when it was written.

internal import VoiceTypes

/// The versions of one kind of file.
struct Migrations: Sendable {
  /// From one version to the next, the schema left as it is.
  typealias Step = @Sendable (JSONValue) -> JSONValue

  /// The schema without its number, with the slash.
  let name: String

  /// The step behind version 1, the step behind version 2, and so on.
  let steps: [Step]

  /// `store.json`. A store of version 1 stays one until it gets a key ring: what that adds is a member
  /// that version 1 lacks, and no step makes one.
  static let store = Migrations(name: "sagevoice/store/", steps: [{ $0 }])

  /// `header.json`.
  static let header = Migrations(name: "sagevoice/session/", steps: [])

  /// `state.json`.
  static let state = Migrations(name: "sagevoice/state/", steps: [])

  /// `tombstones/SESSION.json`.
  static let tombstone = Migrations(name: "sagevoice/tombstone/", steps: [])

  /// `failed/NAME.error.json`.
  static let failed = Migrations(name: "sagevoice/failed/", steps: [])

  /// `failed/NAME.error.json` of a file that lies elsewhere.
  static let stranded = Migrations(name: "sagevoice/stranded/", steps: [])

  /// `baselines/USER/NUMBER.json`.
  static let baseline = Migrations(name: "sagevoice/kept-baseline/", steps: [])

  /// `people/USER/NUMBER.json`.
  static let person = Migrations(name: "sagevoice/kept-person/", steps: [])

  /// `people/USER/alerts.json`.
  static let alerts = Migrations(name: "sagevoice/alerts/", steps: [])

  /// `people/GUEST/adopted.json`.
  static let adopted = Migrations(name: "sagevoice/adopted/", steps: [])

  /// `retention.json`.
  static let retention = Migrations(name: "sagevoice/retention/", steps: [])

  /// The version that this program writes.
  var newest: Int { steps.count + 1 }

  /// The document as this version would have written it.
  func current(_ json: JSONValue, file: String) throws(StoreError) -> JSONValue {
    let schema = try StoredJSON.schema(of: json, file: file)
    guard schema.hasPrefix(name), let version = Int(schema.dropFirst(name.count)), version >= 1
    else {
      throw .damaged(
        path: file, problem: "the schema is \(schema.excerpt) instead of \(name)\(newest)")
    }
    guard version <= newest else {
      throw .newerSchema(path: file, found: schema, known: "\(name)\(newest)")
    }
    return steps.dropFirst(version - 1).reduce(json) { value, step in step(value) }
  }
}
