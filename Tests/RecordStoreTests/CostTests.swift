// What a session costs on a real disk; printed, not judged: disks differ.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct CostTests {
  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let time = try clock.measure(body)
    return Double(time.components.seconds) * 1000 + Double(time.components.attoseconds) / 1e15
  }

  @Test func `the steps that wait for the disk are as few as the order needs`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("record-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var life = SessionLife("\(folder.path)/store")
    let faulty = FaultyFileSystem()
    life.fileSystem = faulty
    let store = try life.open()
    let session = try store.session(life.id)

    for change in life.changes(in: store) {
      let before = faulty.names.count
      let time = try milliseconds { try session.commit(change) }
      let waits = faulty.names.dropFirst(before).count { $0.hasPrefix("store") }
      print("cost: \(change.action), \(waits) waits for the disk, \(time) ms")

      // Documents, the staging folder, two logs, the folders of the session; names of new
      // folders and of a new log with the first.
      let documents = change.documents.count + (change.header == nil ? 0 : 1)
      #expect(waits <= documents + (change.state == nil ? 0 : 1) + 8)
    }
  }

  @Test func `opening a store of many sessions looks at none of them`() throws {
    let scratch = try Scratch()
    let count = 400
    for number in 1...count {
      try SessionLife(scratch.store, number: number).live(in: SessionLife(scratch.store).open())
    }
    var life = SessionLife(scratch.store)
    let faulty = FaultyFileSystem()
    life.fileSystem = faulty

    let time = try milliseconds { _ = try life.open() }

    print("cost: opening \(count) sessions, \(faulty.steps) steps, \(time) ms")
    #expect(faulty.names.count { $0.contains("/sessions/") } == 0)
    #expect(faulty.steps < 60)
  }
}
