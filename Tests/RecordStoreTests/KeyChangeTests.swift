// Programs that have a store open, or open it, while its key changes.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct KeyChangeTests {
  private let files = POSIXFileSystem()
  private static let (old, new) = (KeyedStore.old, KeyedStore.new)
  private let keyed: KeyedStore

  init() throws { keyed = try KeyedStore(.stored) }

  private func head(of path: String) throws -> SealedHead? {
    SealedHead(of: try files.read("\(keyed.root)/\(path)"))
  }

  private func answers(_ number: Int) -> String {
    "sessions/\(SessionLife("", number: number).id.text)/answers.json"
  }

  @Test func `the first key of the file is that of what is written from then on`() throws {
    let store = try keyed.open(.writing, [Self.new, Self.old])
    try SessionLife("", .encrypted, number: 5).live(in: store)

    #expect(try head(of: answers(5)) == SealedHead(key: "new"))
    #expect(try head(of: answers(1)) == SealedHead(key: nil))
    #expect(store.notices.contains { $0.contains("the key new") })
    #expect(try keyed.findings([Self.old, Self.new]) == [])
    #expect(try store.storeLog().lines.filter { $0.entry.action == "key_changed" }.count == 1)
  }

  @Test func `reading changes no key`() throws {
    let file = try files.read("\(keyed.root)/store.json")

    _ = try keyed.open(.reading, [Self.new, Self.old])

    #expect(try files.read("\(keyed.root)/store.json") == file)
  }

  @Test func `a program that has both keys goes on while another changes them`() throws {
    let watcher = try keyed.open(.writing, [Self.old, Self.new])
    let session = try watcher.session(SessionLife("", number: 1).id)
    try keyed.rekey()

    #expect(try session.read(.answers) == SessionLife("").answers)
    // What it was about to write it writes again: as any fault that passes.
    let change = SessionChange("analysed", documents: [.bundle: Array("{}".utf8)])
    do {
      try session.commit(change)
    } catch {
      #expect(error.isTransient)
      try session.commit(change)
    }

    #expect(try head(of: "sessions/\(session.id.text)/artifacts/bundle.json")?.key == "new")
    try watcher.keep(["mean": 3], for: watcher.userHash(of: "anna"), reason: "r")
    #expect(try keyed.findings() == [])
    #expect(try keyed.open(.reading, [Self.new]).rekey().total == 0)
  }

  @Test func `a program without the new key waits, and writes nothing under the old one`() throws {
    let watcher = try keyed.open(.writing, [Self.old])
    let session = try watcher.session(SessionLife("", number: 1).id)
    try keyed.rekey()
    let before = try keyed.documents()

    for _ in 1...3 {
      let writing = #expect(throws: StoreError.self) {
        try session.commit(SessionChange("analysed", documents: [.bundle: [1, 2]]))
      }
      let reading = #expect(throws: StoreError.self) { try session.read(.answers) }
      let keeping = #expect(throws: StoreError.self) {
        try watcher.keep(["mean": 3], for: watcher.userHash(of: "anna"), reason: "r")
      }
      for error in [writing, reading, keeping] {
        #expect(error?.isTransient ?? false, "\(String(describing: error))")
        #expect(error.map { PlainReason($0).description.contains("new key") } ?? false)
      }
    }

    #expect(try keyed.documents() == before)
    #expect(try keyed.findings().filter { $0.kind != .unfinished } == [])
  }

  @Test func `what a program wrote under a key that was given up meanwhile is not lost`() throws {
    let store = try keyed.open(.writing, [Self.new, Self.old])
    let ring = try Keyring(
      of: StoreFile(
        parsing: files.read("\(keyed.root)/store.json"), file: "store.json"),
      with: KeyedStore.keys([Self.new]))
    let third = KeyedStore.key("third", 9)
    let next = try keyed.open(.writing, [third, Self.new])
    #expect(next.sealing?.currentKey == "third")
    let stale = Sealing(ring, KeyedStore.keys([Self.new]), at: "/nowhere/store.json", store.disk)
    let place = SealedPlace(owner: "a", name: "b")

    let sealed = try stale.seal([4, 5], for: place)

    #expect(SealedHead(of: sealed)?.key == "new")
    #expect(try next.opened(sealed, of: place) == [4, 5])
    #expect(try next.rekey().unneeded == ["old", "new"])
    #expect(try keyed.findings([third]) == [])
    for key in [Self.old, Self.new] {
      #expect(throws: StoreError.formerKey(current: "third")) { try keyed.open(.reading, [key]) }
    }
  }

  @Test func `a key that was given up is not taken again`() throws {
    try keyed.rekey()
    let store = try keyed.open(.writing, [Self.old, Self.new])

    try SessionLife("", .encrypted, number: 5).live(in: store)

    #expect(try head(of: answers(5))?.key == "new")
    let error = #expect(throws: StoreError.self) { try store.rekey() }
    #expect(error?.description.contains("old was replaced by new") ?? false)
  }

  @Test func `two keys of one store have two names`() throws {
    let alike = KeyedStore.key("old", 9)
    let made = try KeyedStore(.made)

    #expect(throws: StoreError.keyNameTaken("old")) {
      try made.open(.writing, [alike, KeyedStore.key("other", 7)])
    }
    try keyed.rekey()
    #expect(throws: StoreError.keyNameTaken("old")) {
      try keyed.open(.writing, [alike, Self.new])
    }
    #expect(throws: StoreError.wrongKey) { try keyed.open(.reading, [alike]) }
  }

  @Test func `a key ring that was changed opens nothing`() throws {
    try keyed.rekey()
    let path = "\(keyed.root)/store.json"
    let text = String(decoding: try files.read(path), as: UTF8.self)
    for (part, other) in [(#""id": "new""#, #""id": "mew""#), (#""ring": ""#, #""ring": "00"#)] {
      #expect(text.contains(part))
      try files.removeFile(path)
      try files.create(path, Array(text.replacing(part, with: other).utf8))

      let error = #expect(throws: StoreError.self) { try keyed.open(.reading, [Self.new]) }

      #expect(error?.description.contains("does not decrypt") ?? false)
    }
  }

  @Test func `a new store has a key ring, and its secret is no key`() throws {
    let made = try KeyedStore(.made)
    let file = try StoreFile(
      parsing: files.read("\(made.root)/store.json"), file: "store.json")

    #expect(file.schema == "sagevoice/store/2" && file.keys?.current.id == "old")
    #expect(file.keyCheck != Self.old.check(in: file.id))
    #expect(file.keys?.current.check == Self.old.check(in: file.id))
  }

  @Test func `a store of one key stays as earlier versions read it`() throws {
    let store = try keyed.open(.writing, [Self.old])
    try SessionLife("", .encrypted, number: 5).live(in: store)

    let text = String(decoding: try files.read("\(keyed.root)/store.json"), as: UTF8.self)
    #expect(text.contains("\"sagevoice/store/1\"") && !text.contains("\"keys\""))
    #expect(try head(of: answers(5)) == SealedHead(key: nil))
    let bytes = try files.read("\(keyed.root)/\(answers(5))")
    #expect(
      bytes.starts(
        with: Array(#"{"schema":"sagevoice/sealed/1","cipher":"AES-256-GCM"}"#.utf8) + [10]))
  }
}
