// The program or its disk fails at every step of a key rotation. A repetition completes it.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct RekeyCrashTests {
  private static let (old, new) = (KeyedStore.old, KeyedStore.new)

  /// The distance between two tested steps.
  private static let distance = Steps.every(3)

  private func expectDone(
    _ keyed: KeyedStore, _ contents: [String: [UInt8]], _ context: Comment
  ) throws {
    #expect(try keyed.findings() == [], context)
    #expect(try keyed.contents([Self.new]) == contents, context)
    #expect(try Set(keyed.keyNames()) == ["new"], context)
    #expect(throws: StoreError.formerKey(current: "new"), context) {
      try keyed.open(.reading, [Self.old])
    }
  }

  @Test(arguments: StoreOutages.Break.allCases)
  func `key rotation can be repeated after an interruption at any transaction`(
    moment: StoreOutages.Break
  ) throws {
    let template = try KeyedStore()
    let contents = try template.contents([Self.old])
    var step = 1
    while true {
      defer { step += Self.distance }
      let keyed = try KeyedStore(copyOf: template)
      let context: Comment = "transaction \(step), \(moment)"
      let report = try? keyed.open(
        .writing, [Self.new, Self.old], outages: .away(from: step, calls: nil, moment)
      ).rekey()
      if report?.unneeded == ["old"] { break }

      #expect(try keyed.findings([Self.new, Self.old]) == [], context)
      #expect(try keyed.contents([Self.new, Self.old]) == contents, context)
      let rest = try keyed.rekey()

      #expect(rest.left == [] && rest.unneeded == ["old"], context)
      try expectDone(keyed, contents, context)
    }
    #expect(step > 15)
  }

  /// The ways in which steps on files fail: all after one, EIO and ENOSPC.
  enum Failure: CaseIterable { case death, device, full }

  @Test(arguments: Failure.allCases)
  func `key rotation can be repeated after a failed step on an audio file`(
    failure: Failure
  ) throws {
    let template = try KeyedStore()
    let contents = try template.contents([Self.old])
    var step = 1
    while true {
      defer { step += Self.distance }
      let keyed = try KeyedStore(copyOf: template)
      let files = FaultyFileSystem()
      files.plan =
        switch failure {
        case .death: .die(step: step)
        case .device: .failOnce(step: step, code: 5)
        case .full: .failOnce(step: step, code: 28)
        }
      _ = try? keyed.rekey(files)
      guard files.hasFailed else { break }
      let context: Comment = "step \(step): \(files.names[step - 1])"

      // A temporary file remains after a death.
      #expect(
        try keyed.findings([Self.new, Self.old]).allSatisfy { $0.kind == .unfinished }, context)
      #expect(try keyed.contents([Self.new, Self.old]) == contents, context)
      #expect(try keyed.rekey().left == [], context)

      try expectDone(keyed, contents, context)
    }
    // Opening and the replacement of two files.
    #expect(step > 10)
  }
}
