// Each call of a runner fails once, or from a call on for some time, and is repeated until it succeeds. The final
// content is the same as without faults.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct SessionStoreFaultTests {
  /// The final content of a store.
  private struct Outcome: Equatable {
    var state: StateRecord?
    var recording: StoredRecording?
    var documents: [[UInt8]?] = []
    var actions: [String]
    var failures: [[UInt8]]
    var stranded: [String]
    var findings: [String]

    init(_ made: ContractedStore) throws {
      let session = try made.store.session(ContractedStore.session(1))
      state = try session.state()
      recording = try session.header()?.recording
      for document in SessionDocument.allCases where document != .header && document != .state {
        documents.append(try session.read(document))
      }
      actions = try made.store.actions(of: session.id).filter { $0.hasPrefix("step ") }
      failures = try made.store.failures().map(\.bytes).sorted { $0.count < $1.count }
      stranded = try made.store.strandedReports().map(\.path).sorted()
      findings = try made.findings()
    }
  }

  /// The changes of a recording and of an unusable file.
  private static func live(in made: ContractedStore) throws {
    let (store, fault) = (made.store, ContractedStore.fault)
    let id = ContractedStore.session(1)
    let header = made.header(of: "anna")
    func commit(_ change: SessionChange) throws {
      try made.untilDone { try store.session(id).commit(change) }
    }
    var took = SessionChange("step 1", header: header, state: StateRecord(.claimed))
    took.documents = [.answers: [1], .quick: [2]]
    try commit(took)
    try commit(SessionChange("step 2", documents: [.computed: [3], .bundle: [4]]))
    var third = SessionChange("step 3", state: StateRecord(.filed), documents: [.audio: [5]])
    third.removed = [.bundle]
    try commit(third)
    let files = [
      try made.file([1], "a.wav", of: id), try made.file([1, 2], "b.json", of: nil),
    ]
    for file in files { try made.untilDone { try keepOnce(file, in: made) } }
    try made.untilDone { try store.reportStranded("/x", named: "x", of: id, for: fault) }
    for name in ["y", "z"] {
      try made.untilDone { try store.reportStranded("/\(name)", named: name, for: fault) }
    }
    try made.untilDone { try store.removeLeftReport(of: "/y") }
    try made.untilDone { try store.removeStrandedReports(of: id) }
    try made.untilDone { try store.saveStatus([1]) }
  }

  /// A missing file of no session was quarantined by an earlier call whose reply was lost.
  private static func keepOnce(_ file: QuarantinedFile, in made: ContractedStore) throws {
    if file.session == nil, try !made.isThere(file) { return }
    _ = try made.store.quarantine(file)
  }

  @Test(arguments: ContractedKind.allCases)
  func `sessions are stored completely after a failure at any step`(
    kind: ContractedKind
  ) throws {
    let undisturbed = try ContractedStore(kind)
    try Self.live(in: undisturbed)
    let expected = try Outcome(undisturbed)
    #expect(expected.actions == ["step 1", "step 2", "step 3"])
    #expect(expected.failures == [[1], [1, 2]] && expected.stranded == ["/z"])
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
      print("contract: \(kind), \(disturbance) within \(step - 1) steps")
      #expect(step > 10)
    }
  }
}
