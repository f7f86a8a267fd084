// Each transaction of people fails once, or all later ones do, or the program ends there. The same call is repeated until it
// succeeds.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct PeopleFaultTests {
  private static let anna = "anna@example.org"

  /// The final data of a person in a store.
  private struct Outcome: Equatable {
    var person: JSONValue?
    var number: Int?
    var alerts: [String]
    var notes: [String?]
    var journey: JSONValue?
    var baselines: [JSONValue]
    var findings: [String]

    init(_ made: ContractedStore) throws {
      let (store, user) = (made.store, made.store.userHash(of: PeopleFaultTests.anna))
      person = try store.person(for: user)?.content
      number = try store.person(for: user)?.number
      alerts = try store.alerts(for: user).map(\.sessionID)
      notes = try store.alerts(for: user).map { $0.acknowledged?.note }
      journey = try store.read(.journey, of: user)
      baselines = try store.baselines(for: user).map(\.content)
      findings = try made.findings()
    }
  }

  private static func live(in made: ContractedStore) throws {
    let (store, user) = (made.store, made.store.userHash(of: anna))
    let session = ContractedStore.session(1)
    func done(_ body: () throws -> Void) throws { try made.untilDone(body) }
    try done { try store.save(TestPerson.person(anna), for: user, reason: "first") }
    try done { try store.save(TestPerson.person(anna, age: 35), for: user, reason: "second") }
    try done { try store.raise([TestPerson.alert], by: session, for: user) }
    try done { try store.raise([TestPerson.alert, TestPerson.laterAlert], by: session, for: user) }
    try done {
      for alert in try store.alerts(for: user) {
        try store.acknowledge(alert.id, by: "b", note: alert.sessionID, for: user)
      }
    }
    for step in 1...2 { try done { try store.save(["step": .int(step)], as: .journey, of: user) } }
    var former: BaselineRecord?
    for mean in [1, 2] {
      var kept: BaselineRecord?
      try done {
        kept = try store.save(["mean": .int(mean)], for: user, inPlaceOf: former, reason: "r")
      }
      #expect(kept != nil)
      former = kept
    }
  }

  @Test(arguments: ContractedKind.allCases)
  func `people are stored completely after a failure at any step`(
    kind: ContractedKind
  ) throws {
    let undisturbed = try ContractedStore(kind)
    try Self.live(in: undisturbed)
    let expected = try Outcome(undisturbed)
    #expect(expected.number == 2 && expected.notes == ["MARKVISIT 3", "MARKVISIT 4"])
    #expect(expected.baselines == [["mean": 1], ["mean": 2]] && expected.findings == [])
    for disturbance in Disturbance.allCases {
      let distance = Steps.every(13)
      var step = 1 - distance
      while true {
        step += distance
        let made = try ContractedStore(kind)
        made.disturb(at: made.steps + step, by: disturbance)
        try Self.live(in: made)
        made.calm()
        guard made.wasDisturbed else { break }

        #expect(try Outcome(made) == expected, "\(disturbance) at step \(step)")
      }
      print("people: \(kind), \(disturbance) within \(step - 1) steps")
      #expect(step > 10)
    }
  }

  // MARK: - Purges

  /// The ways of deleting a person.
  enum Ending: CaseIterable, Sendable {
    case lastSession, user, erasure, all

    func take(_ userID: String, from store: RecordStore) throws {
      let reason = "asked for"
      switch self {
      case .lastSession:
        let sessions = try store.sessions(of: store.userHash(of: userID))
        _ = try store.purge(.sessions(sessions), reason: reason, .forGood)
      case .user:
        _ = try store.purge(.user(store.userHash(of: userID)), reason: reason, .forGood)
      case .erasure: _ = try store.erase(user: userID, reason: reason, .forGood)
      case .all: _ = try store.purge(.all, reason: reason, .forGood)
      }
    }
  }

  @Test(arguments: Ending.allCases, StoreOutages.Break.allCases)
  func `a crash at any transaction of deleting a person leaves no partial state`(
    ending: Ending, moment: StoreOutages.Break
  ) throws {
    var step = 0
    while true {
      step += 1
      let scratch = try Scratch()
      let life = SessionLife(scratch.store)
      try TestPerson.save(Self.anna, in: life.open())
      try life.live(in: life.open())
      let database = OutageDatabase(
        try SQLiteDatabase(at: StoreFolder.database(in: life.root), for: .writing))
      var options = life.options()
      options.database = database
      let dying = try RecordStore(at: life.root, options)
      database.plan = .away(from: database.calls + step, calls: nil, moment)
      try? ending.take(Self.anna, from: dying)
      guard database.wasAway else { break }
      let context: Comment = "\(ending), \(moment), transaction \(step)"

      let store = try life.open()
      #expect(try store.verify().findings == [], context)
      let user = store.userHash(of: Self.anna)
      // The person is deleted with the last session.
      let isThere = try !store.sessions(of: user).isEmpty
      #expect(try (store.person(for: user) != nil) == isThere, context)
      #expect(try (store.read(.journey, of: user) != nil) == isThere, context)
      try ending.take(Self.anna, from: store)

      #expect(try store.person(for: user) == nil && store.alerts(for: user) == [], context)
      #expect(try store.read { rows in try rows.users() } == [], context)
      #expect(try store.verify().findings == [], context)
    }
    #expect(step > 2)
  }
}
