// The program dies, or its disk fails, at every step of a re-encryption; doing it again ends it.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct RekeyCrashTests {
  private static let (old, new) = (KeyedStore.old, KeyedStore.new)

  /// How far it is between the steps of what differs little from the first store: no power of two, so that
  /// all kinds of steps are met.
  private static let (someSteps, fewSteps) = (Steps.every(15, all: 5), Steps.every(33, all: 11))

  /// Who else has the store open.
  private enum Others {
    case nobody
    case somebody
  }

  /// The steps of opening a store with a new key and re-encrypting it.
  private func steps(_ template: KeyedStore, beside others: Others) throws -> [String] {
    let keyed = try KeyedStore(copyOf: template)
    let other = others == .nobody ? nil : try keyed.open(.writing, [Self.old, Self.new])
    let files = FaultyFileSystem()
    try keyed.rekey(files)
    withExtendedLifetime(other) {}
    return files.names
  }

  private func expectDone(
    _ keyed: KeyedStore, _ contents: [String: [UInt8]], _ context: Comment
  ) throws {
    #expect(try keyed.findings() == [], context)
    #expect(try keyed.contents([Self.new]) == contents, context)
    #expect(try keyed.open(.reading, [Self.new]).rekey().total == 0, context)
    #expect(throws: StoreError.formerKey(current: "new"), context) {
      try keyed.open(.reading, [Self.old])
    }
  }

  @Test(arguments: KeyedKind.allCases)
  func `key rotation can be repeated after a crash at any step`(kind: KeyedKind) throws {
    let template = try KeyedStore(kind)
    let contents = try template.contents([Self.old])
    let names = try steps(template, beside: .nobody)
    print("rekey: \(names.count) steps, \(kind)")
    let distance = kind == .made ? Steps.every(3) : Self.someSteps
    for step in stride(from: 1, through: names.count, by: distance) {
      let keyed = try KeyedStore(copyOf: template)
      let files = FaultyFileSystem()
      files.plan = .die(step: step)
      // A row of the index that cannot be made last of all is no fault: it is made later.
      let outcome = try? keyed.rekey(files)
      let context: Comment = "step \(step): \(names[step - 1])"
      #expect(files.hasFailed, context)
      #expect(outcome == nil || step > names.count - 8, context)

      let kinds = Set(try keyed.findings([Self.new, Self.old]).map(\.kind))
      #expect(kinds.isSubset(of: [.unfinished, .index]), "\(kinds) \(context)")
      #expect(try keyed.contents([Self.new, Self.old]) == contents, context)
      #expect(try keyed.rekey().left == [], context)

      try expectDone(keyed, contents, context)
    }
    #expect(names.count > 300)
  }

  @Test func `key rotation can be repeated while another process runs`() throws {
    let template = try KeyedStore(.made)
    let contents = try template.contents([Self.old])
    let names = try steps(template, beside: .somebody)
    for step in stride(from: 1, through: names.count, by: Self.someSteps) {
      let keyed = try KeyedStore(copyOf: template)
      let other = try keyed.open(.writing, [Self.old, Self.new])
      let files = FaultyFileSystem()
      files.plan = .die(step: step)
      // A row of the index that cannot be made last of all is no fault: it is made later.
      let outcome = try? keyed.rekey(files)
      let context: Comment = "step \(step): \(names[step - 1])"
      #expect(files.hasFailed && (outcome == nil || step > names.count - 8), context)

      #expect(try keyed.rekey().left == [], context)

      try expectDone(keyed, contents, context)
      withExtendedLifetime(other) {}
    }
  }

  /// EIO, ENOSPC.
  @Test(arguments: [5, 28] as [Int32])
  func `key rotation retries a step that fails once`(code: Int32) throws {
    let template = try KeyedStore(.made)
    let contents = try template.contents([Self.old])
    let count = try steps(template, beside: .nobody).count
    for step in stride(from: Int(code), through: count, by: Self.fewSteps) {
      let keyed = try KeyedStore(copyOf: template)
      let files = FaultyFileSystem()
      files.plan = .failOnce(step: step, code: code)
      do throws(StoreError) {
        let store = try keyed.open(.writing, [Self.new, Self.old], files)
        do throws(StoreError) {
          _ = try store.rekey()
        } catch {
          _ = try store.rekey()
        }
      } catch {
        try keyed.rekey()
      }

      try expectDone(keyed, contents, "step \(step): \(files.names[step - 1])")
    }
  }
}
