// A change of the key: values stay the same, and the former key decrypts none of them.

import TestSupport
import Testing
import VoiceTypes

@testable import RecordStore

@Suite struct RekeyTests {
  private static let (old, new) = (KeyedStore.old, KeyedStore.new)

  @Test func `key rotation encrypts all values and audio files with the new key`() throws {
    let keyed = try KeyedStore()
    let (before, encrypted) = (try keyed.contents([Self.old]), try keyed.encrypted())

    let report = try keyed.rekey()

    #expect(encrypted.values.allSatisfy { !$0.isEmpty } && encrypted["audio"]?.count == 2)
    #expect(report.key == "new" && report.left == [] && report.unneeded == ["old"])
    #expect(report.total == encrypted.values.joined().count)
    // Header, state, answers, two results and audio of two sessions, and the state of the third.
    #expect(report.documents == 13 && report.sessions == 3 && report.baselines == 2)
    #expect(report.people == 3 && report.failedFiles == 5)
    #expect(try Set(keyed.keyNames()) == ["new"])
    #expect(try keyed.contents([Self.new]) == before && before.count == 20)
    #expect(try keyed.findings() == [])
    #expect(throws: StoreError.formerKey(current: "new")) {
      try keyed.open(.reading, [Self.old])
    }
  }

  @Test func `key rotation removes derived values under the former key`() throws {
    let keyed = try KeyedStore()
    let form = FollowUpForm(name: "lengths/1") { $0.computed.map { [UInt8($0.count % 256)] } }
    let life = SessionLife("", .encrypted)
    let store = try keyed.open(.writing, [KeyedStore.old])
    let user = store.userHash(of: try #require(life.userID))
    #expect(try store.followUpValues(of: user, form).count == 2)

    let report = try keyed.rekey()

    let columns = try keyed.open(.reading, [Self.new]).read { rows in
      try rows.run("select follow_up_values from kept_session where tenant = $1").map {
        $0.isNull(0)
      }
    }
    #expect(columns == [true, true, true])
    #expect(report.documents == 13 && report.left == [])
  }

  @Test func `a second key rotation changes nothing`() throws {
    let keyed = try KeyedStore()
    try keyed.rekey()
    let encrypted = try keyed.encrypted()
    let store = try keyed.open(.writing, [Self.new])
    let head = try store.head()

    let again = try store.rekey()

    #expect(again.total == 0 && again.sessions == 0 && again.unneeded == ["old"])
    #expect(try store.head() == head)
    #expect(try keyed.encrypted() == encrypted)
  }

  @Test func `a dry run reports the values to re-encrypt and changes none`() throws {
    let keyed = try KeyedStore()
    let encrypted = try keyed.encrypted()

    var dry = try keyed.open(.reading, [Self.new, Self.old]).rekey()

    #expect(try keyed.encrypted() == encrypted)
    let done = try keyed.rekey()
    dry.unneeded = ["old"]
    #expect(dry == done)
  }

  @Test func `progress counts sessions, people and quarantined files`() throws {
    let keyed = try KeyedStore()
    let steps = StepCounter()

    _ = try keyed.open(.writing, [Self.new, Self.old]).rekey(reporting: steps.add)

    // Three sessions, a person, two files and a report.
    #expect(steps.all.first == [0, 7] && steps.all.last == [7, 7])
  }

  @Test func `a store with its own key first has nothing to do`() throws {
    let keyed = try KeyedStore()

    let report = try keyed.open(.writing, [Self.old, Self.new]).rekey()

    #expect(report.total == 0 && report.key == "old" && report.unneeded == [])
  }

  @Test func `a store without a key has nothing to re-encrypt`() throws {
    let store = try RecordStore(try SQLiteDatabase(), tenant: "a", clock: FixedClock())

    #expect(throws: StoreError.nothingToRekey) { try store.rekey() }
  }

  @Test func `a partly re-encrypted store is readable, and so is its backup`() throws {
    let keyed = try KeyedStore()
    let before = try keyed.contents([Self.old])
    // Some transactions of the rotation, then none.
    let store = try keyed.open(
      .writing, [Self.new, Self.old],
      outages: .away(from: 9, calls: nil, .beforeTheCall))
    #expect(throws: StoreError.self) { try store.rekey() }
    #expect(try Set(keyed.keyNames()) == ["old", "new"])

    for keys in [[Self.new], [Self.new, Self.old], [Self.old, Self.new]] {
      #expect(try keyed.contents(keys) == before)
      #expect(try keyed.findings(keys) == [])
    }
    let copy = KeyedStore(at: "\(keyed.scratch.path)/backup", of: keyed)
    _ = try StoreBackup(of: keyed.root, to: copy.root).make()
    #expect(try copy.findings() == [])
    #expect(try copy.open(.writing, [Self.new]).rekey().left == [])
    #expect(try copy.contents([Self.new]) == before)
  }

  @Test func `values that differ from the history stay under their key`() throws {
    let keyed = try KeyedStore()
    let (first, second) = (SessionLife("", number: 1).id, SessionLife("", number: 2).id)
    let store = try keyed.open(.writing, [Self.old])
    try store.write { rows in
      // A value that decrypts but differs from the history.
      let other = try rows.value(Array("{}".utf8), as: RowContext(first, .answers))
      try rows.run(
        """
        update kept_document set bytes = $3 where tenant = $1 and session = $2 and name = 'answers'
        """, .session(first), other)
      try rows.run(
        """
        update kept_session set header = cast(substr(header, 1, length(header) - 1) || x'00' as blob)
        where tenant = $1 and id = $2
        """, .session(second))
    }
    let audio = try #require(try store.audioFile(of: second))
    try POSIXFileSystem().replace(
      audio, with: POSIXFileSystem().read(audio).dropLast(), durability: .eventual)

    let report = try keyed.rekey()

    let left = [
      "sessions/\(first.text)/answers.json", "sessions/\(second.text)/header.json",
      "sessions/\(second.text)/artifacts/audio.wav",
    ]
    #expect(Set(report.left) == Set(left) && report.unneeded == [])
    #expect(report.documents == 10)
    let found = Set(try keyed.findings().filter { $0.kind == .tampered }.map(\.path))
    #expect(found.isSuperset(of: left), "\(found)")
  }

  @Test func `a purge during key rotation leaves no audio file`() throws {
    let keyed = try KeyedStore()
    let id = SessionLife("", number: 1).id
    let path = try #require(try keyed.open(.reading, [Self.old]).audioFile(of: id))
    let store = try keyed.open(.writing, [Self.new, Self.old])
    try store.purge(id)

    #expect(try store.rekey().left == [])

    #expect(try POSIXFileSystem().facts(of: path) == nil)
  }

  @Test func `the name of the key is authenticated with the value`() throws {
    let keyed = try KeyedStore()
    let store = try keyed.open(.writing, [Self.new, Self.old])
    let place = RowContext("a", "b")
    let sealed = try store.read { rows in try rows.sealed([1, 2, 3], as: place) }
    let body = sealed.dropFirst(SealedHead(key: "new").bytes.count)
    let reader = try keyed.open(.reading, [Self.new])
    let opened = { (bytes: [UInt8], place: RowContext) in
      try reader.read { rows in try rows.opened(bytes, as: place) }
    }

    #expect(try opened(sealed, place) == [1, 2, 3])
    for key in ["old", nil, "none", "new "] {
      let error = #expect(throws: StoreError.self) {
        try opened(SealedHead(key: key).bytes + body, place)
      }
      #expect(error?.isDamage == true, "\(key ?? "no key")")
    }
    #expect(throws: StoreError.self) { try opened(sealed, RowContext("a", "c")) }
  }
}
