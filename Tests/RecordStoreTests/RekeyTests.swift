// A store that gets another key: what is in it stays what it is, and the former key opens none of it.

import Foundation
import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct RekeyTests {
  private let files = POSIXFileSystem()
  private static let (old, new) = (KeyedStore.old, KeyedStore.new)

  @Test(arguments: KeyedKind.allCases)
  func `everything is under the new key afterwards and reads as before`(kind: KeyedKind) throws {
    let keyed = try KeyedStore(kind)
    let before = try keyed.contents([Self.old])
    let user = try keyed.open(.reading, [Self.old]).userHash(of: "anna")

    let report = try keyed.rekey()

    #expect(report.key == "new" && report.left == [] && report.unneeded == ["old"])
    // Five documents a session; of the stored ones, four with audio and two without.
    let stored = kind == .stored
    #expect(report.documents == (stored ? 18 : 10) && report.sessions == (stored ? 4 : 2))
    #expect(report.baselines == (stored ? 3 : 2) && report.failedFiles == (stored ? 9 : 5))
    #expect(report.people == 3)
    #expect(before.count > 20)
    #expect(try keyed.contents([Self.new]) == before)
    #expect(try keyed.findings() == [])
    #expect(try keyed.open(.reading, [Self.new]).userHash(of: "anna") == user)
    #expect(throws: StoreError.formerKey(current: "new")) {
      try keyed.open(.reading, [Self.old])
    }
  }

  @Test(arguments: KeyedKind.allCases)
  func `a store that was re-encrypted is left alone by doing it again`(kind: KeyedKind) throws {
    let keyed = try KeyedStore(kind)
    try keyed.rekey()
    let head = try keyed.open(.reading, [Self.new]).head()
    let store = try keyed.open(.writing, [Self.new])

    let again = try store.rekey()

    #expect(again.total == 0 && again.sessions == 0 && again.unneeded == ["old"])
    #expect(try store.head() == head)
    #expect(store.notices == [])
  }

  @Test(arguments: KeyedKind.allCases)
  func `no byte of the store is left that the former key opens`(kind: KeyedKind) throws {
    let keyed = try KeyedStore(kind)
    let former = try keyed.open(.reading, [Self.old])
    let sealing = try #require(former.sealing)
    let head = SealedHead(key: sealing.currentKey).bytes
    let places = [head, Array(Hex.text(of: head).utf8)]
    let count = { (tree: [String: [UInt8]]) in
      tree.values.reduce(0) { sum, bytes in sum + places.reduce(0) { $0 + bytes.count(of: $1) } }
    }
    #expect(try count(keyed.tree()) > 15)

    try keyed.rekey()

    let tree = try keyed.tree()
    #expect(count(tree) == 0, "\(tree.filter { count([$0.key: $0.value]) > 0 }.keys)")
    for (path, bytes) in tree where SealedHead.begins(bytes) {
      let parts = path.split(separator: "/").map(String.init)
      let place = SealedPlace(owner: parts[1], name: parts.dropFirst(2).joined(separator: "/"))
      #expect(throws: StoreError.self, "\(path)") { try sealing.open(bytes, of: place) }
    }
  }

  @Test(arguments: KeyedKind.allCases)
  func `a store of which a part is re-encrypted is whole for whoever reads it`(
    kind: KeyedKind
  ) throws {
    let keyed = try KeyedStore(kind)
    let before = try keyed.contents([Self.old])
    let store = try keyed.open(.writing, [Self.new, Self.old])
    let id = SessionLife("", number: 1).id
    let done = try store.reencrypt(id, under: SealedHead(key: "new"))
    #expect(done.count == 5)

    for keys in [[Self.new], [Self.new, Self.old], [Self.old, Self.new]] {
      #expect(try keyed.contents(keys) == before)
      #expect(try keyed.findings(keys) == [])
    }
    var backup = StoreBackup(of: keyed.root, to: "\(keyed.scratch.path)/backup")
    _ = try backup.make()
    let request = ExportRequest(
      of: try store.sessionIDs(), to: "\(keyed.scratch.path)/out", version: "0")
    #expect(try store.export(request).sessions == (kind == .stored ? 5 : 3))
    let copy = KeyedStore(at: "\(keyed.scratch.path)/backup", of: keyed)
    #expect(try copy.findings() == [])
    #expect(try copy.open(.writing, [Self.new]).rekey().left == [])
    #expect(try copy.contents([Self.new]) == before)
  }

  @Test func `what there is to do is told without doing it`() throws {
    let keyed = try KeyedStore(.stored)
    let documents = try keyed.documents()

    let told = try keyed.open(.reading, [Self.new, Self.old]).rekey()

    #expect(try keyed.documents() == documents)
    #expect(told.key == "new" && told.unneeded == [])
    let done = try keyed.rekey()
    #expect(told.total == done.total && told.sessions == done.sessions && told.total == 33)
    #expect(try keyed.open(.reading, [Self.new]).rekey().total == 0)
  }

  @Test func `a store with its own key first has nothing to do`() throws {
    let keyed = try KeyedStore(.stored)
    let file = try files.read("\(keyed.root)/store.json")

    let report = try keyed.open(.writing, [Self.old, Self.new]).rekey()

    #expect(report.total == 0 && report.key == "old" && report.unneeded == [])
    #expect(try files.read("\(keyed.root)/store.json") == file)
  }

  @Test func `a store without a key has nothing to re-encrypt`() throws {
    let scratch = try Scratch()
    let store = try SessionLife(scratch.store).open()

    let error = #expect(throws: StoreError.self) { try store.rekey() }

    #expect(error?.description.contains("not encrypted") ?? false)
  }

  // MARK: - What is not as the logs say

  @Test func `what was changed is left, and not made good`() throws {
    let keyed = try KeyedStore(.made)
    let (first, second) = (SessionLife("", number: 1).id, SessionLife("", number: 2).id)
    let paths = ["sessions/\(first.text)/answers.json", "sessions/\(second.text)/header.json"]
    let baseline = try #require(try keyed.open(.reading, [Self.old]).baselineNames().first)
    let failed = try #require(files.list("\(keyed.root)/failed").first { $0.hasSuffix(".sealed") })
    for path in paths + [baseline, "failed/\(failed)"] {
      var bytes = try files.read("\(keyed.root)/\(path)")
      bytes[bytes.count - 1] ^= 1
      try files.removeFile("\(keyed.root)/\(path)")
      try files.create("\(keyed.root)/\(path)", bytes)
    }
    // One that opens, as a former state of the document would, and is not the one of the log.
    let answers = try keyed.open(.reading, [Self.old]).sealed(
      Array("{}".utf8), for: SealedPlace(owner: first.text, name: "answers.json"))
    try files.removeFile("\(keyed.root)/\(paths[0])")
    try files.create("\(keyed.root)/\(paths[0])", answers)

    let report = try keyed.rekey()

    let left = [paths[0], "sessions/\(second.text)/", baseline, "failed/\(failed)"]
    #expect(report.left == left && report.unneeded == [])
    #expect(report.documents == 4)
    let found = Set(try keyed.findings().filter { $0.kind == .tampered }.map(\.path))
    #expect(found.isSuperset(of: paths + [baseline]), "\(found)")
    #expect(found.contains { $0.contains("failed/") }, "\(found)")
  }

  @Test func `the name of the key in a document is part of what is authenticated`() throws {
    let keyed = try KeyedStore(.made)
    let store = try keyed.open(.writing, [Self.new, Self.old])
    let place = SealedPlace(owner: "a", name: "b")
    let sealed = try store.sealed([1, 2, 3], for: place)
    let body = sealed.dropFirst(SealedHead(key: "new").bytes.count)
    let other = try #require(try keyed.open(.reading, [Self.new]).sealing)

    #expect(try other.open(sealed, of: place) == [1, 2, 3])
    for key in ["old", nil, "none", "new "] {
      let forged = SealedHead(key: key).bytes + body
      let error = #expect(throws: StoreError.self) { try other.open(forged, of: place) }
      guard case .damaged = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(throws: StoreError.self) {
      try other.open(sealed, of: SealedPlace(owner: "a", name: "c"))
    }
  }
}

extension [UInt8] {
  /// How often bytes occur.
  fileprivate func count(of word: [UInt8]) -> Int {
    guard let first = word.first else { return 0 }
    return indices.count { self[$0] == first && self[$0...].starts(with: word) }
  }
}
