// Every step of what a runner asks of a store fails once, or from there on for a while; the same call is
// made again until it succeeds. What is stored then is what is stored where nothing fails.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct SessionStoreFaultTests {
  /// What a store holds at the end.
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
      actions = try made.actions(of: session.id).filter { $0.hasPrefix("step ") }
      failures = try made.failures().map(\.bytes).sorted { $0.count < $1.count }
      stranded = try made.store.strandedReports().map(\.path).sorted()
      findings = try made.findings()
    }
  }

  /// What happens to a recording, and to what cannot be used beside it.
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
      try made.untilDone { try store.reportLeft("/\(name)", named: name, for: fault) }
    }
    try made.untilDone { try store.removeLeftReport(of: "/y") }
    try made.untilDone { try store.removeStrandedReports(of: id) }
    try made.untilDone { try store.keepStatus([1]) }
  }

  /// A file of no session that is gone was put away by a call that did not say so.
  private static func keepOnce(_ file: FailedFile, in made: ContractedStore) throws {
    if file.session == nil, try !made.isThere(file) { return }
    _ = try made.store.keepFailed(file)
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
