// Rules of the house that the compiler does not know. Each is a pattern over code, so that
// comments and strings may say what code may not; each is tried on a planted violation first.

import TestSupport
import Testing

@Suite struct CodeRuleTests {
  /// The only files in which the word stands as code: each talks to C, to raw bytes,
  /// or is a kernel without bounds checks in its loops.
  private static let unsafeFiles: Set<String> = [
    "Sources/DSPCore/FFT/RealFFT.swift",
    "Sources/DSPCore/Kernels/CepstrumPair.swift",
    "Sources/DSPCore/Kernels/DrawnSums.swift",
    "Sources/DSPCore/Kernels/EvenPair.swift",
    "Sources/DSPCore/Kernels/HannFrame.swift",
    "Sources/DSPCore/Kernels/Lanes.swift",
    "Sources/DSPCore/Kernels/Logarithm.swift",
    "Sources/DSPCore/Kernels/OrderStatistic.swift",
    "Sources/DSPCore/Kernels/PointSlopes.swift",
    "Sources/DSPCore/Kernels/Powers.swift",
    "Sources/DSPCore/Kernels/RatioRows.swift",
    "Sources/DSPCore/Kernels/RowSplit.swift",
    "Sources/DSPCore/Kernels/SlopeCounter.swift",
    "Sources/DSPCore/Kernels/WeightedMeanSquare.swift",
    "Sources/DSPCore/Kernels/WeightedRows.swift",
    "Sources/DSPCore/Kernels/WideRows.swift",
    "Sources/RecordStore/Exchange/ZIPFile.swift",
    "Sources/RecordStore/Files/FileAccess.swift",
    "Sources/RecordStore/Files/FileSystemError.swift",
    "Sources/RecordStore/Files/MappedRoom.swift",
    "Sources/RecordStore/Files/OpenFile.swift",
    "Sources/RecordStore/Files/POSIXFileSystem.swift",
    "Sources/RecordStore/Sealing/StoreSecrets.swift",
    "Sources/RecordStore/Time/SystemClock.swift",
    "Sources/JobRunner/Jobs/OwnThread.swift",
    "Sources/JobRunner/Sockets/LocalAddress.swift",
    "Sources/JobRunner/Sockets/LocalListener.swift",
    "Sources/JobRunner/Watching/WakePipe.swift",
    "Sources/JobRunner/Watching/InotifyEvents.swift",
    "Sources/PostgresStore/Connection/PostgresConnection.swift",
    "Sources/VoiceReport/Images/Zlib.swift",
    "Sources/VoiceServer/People/Argon2id.swift",
    "Sources/VoiceServer/Transport/WorkThreads.swift",
    "Sources/WAVIngest/ContentHash.swift",
    "Sources/WAVIngest/InputBytes.swift",
    "Sources/WAVIngest/SoundFile.swift",
    "Sources/sagevoice-server/StandardOutput.swift",
    "Sources/sagevoice/Support/AuditActor+User.swift",
    "Sources/sagevoice/Support/ChildProgram.swift",
    "Sources/sagevoice/Support/StandardStreams.swift",
    "Sources/sagevoice/Support/UserGroup.swift",
  ]

  /// What no file may have: a name, a pattern, and code that breaks the rule.
  static let bans: [(name: String, pattern: String, planted: String)] = [
    ("try!", #"\btry!"#, "let a = try! f()"),
    ("fatalError", #"\bfatalError\b"#, "fatalError()"),
    ("@unchecked", #"@unchecked\b"#, "class A: @unchecked Sendable {}"),
    ("nonisolated(unsafe)", #"nonisolated\(unsafe\)"#, "nonisolated(unsafe) var a = 1"),
    ("print", #"\bprint\("#, "  print(a)"),
    ("force unwrap or cast", #"[\w)\]}"?>]!(?!=)"#, "let a = b!.c"),
    ("force cast", #"\bas!"#, "let a = b as! C"),
  ]

  private static let clocksAndChance =
    #"\b(?:Date|UUID)\(\)|\bSystemRandomNumberGenerator\b|\.random\(in: [^,]*\)"#
  private static let simd = #"\bSIMD\w*\b"#

  @Test(arguments: bans.indices)
  func `no source has what is banned`(index: Int) throws {
    let ban = Self.bans[index]
    let planted = SwiftSource(path: "Sources/X.swift", text: ban.planted)

    #expect(try Sources.places(matching: ban.pattern, in: [planted]) == ["Sources/X.swift:1"])
    #expect(try Sources.places(matching: ban.pattern, in: Sources.all()) == [], "\(ban.name)")
  }

  @Test(arguments: ["if a != b", "if a! != b", "!a", "f(!a)", "a = !b", "x!=y", "[!a]"])
  func `a force unwrap is told from a negation`(code: String) throws {
    let file = SwiftSource(path: "Sources/X.swift", text: code)

    let places = try Sources.places(matching: #"[\w)\]}"?>]!(?!=)"#, in: [file])

    #expect(places.isEmpty == !code.contains("a! "))
  }

  @Test func `unsafe code stands in the files named for it, and in all of them`() throws {
    let files = try Sources.all().filter { try !$0.lines(matching: #"\bunsafe\b"#).isEmpty }

    #expect(Set(files.map(\.path)) == Self.unsafeFiles)
  }

  @Test func `SIMD types stand in Kernels only, and there they do`() throws {
    let files = try Sources.all().filter { try !$0.lines(matching: Self.simd).isEmpty }

    #expect(!files.isEmpty)
    #expect(files.allSatisfy { $0.path.hasPrefix("Sources/DSPCore/Kernels/") })
  }

  @Test func `clocks and chance come from the tool, and from the names of sessions`() throws {
    let places = try Sources.places(matching: Self.clocksAndChance, in: Sources.all())

    #expect(!places.isEmpty)
    let names = "Sources/RecordStore/Session/SessionID.swift:"
    #expect(
      places.allSatisfy { $0.hasPrefix("Sources/sagevoice/") || $0.hasPrefix(names) }, "\(places)")
  }

  @Test(arguments: [
    "let a = Date()", "UUID().uuidString", "SystemRandomNumberGenerator()", "Int.random(in: 0...9)",
  ])
  func `a planted clock is found`(code: String) throws {
    let file = SwiftSource(path: "Sources/X.swift", text: code)

    #expect(try Sources.places(matching: Self.clocksAndChance, in: [file]).count == 1)
  }

  @Test func `nothing is left to do in a comment`() throws {
    for file in try Sources.all() {
      #expect(!file.text.contains("TODO") && !file.text.contains("FIXME"), "\(file.path)")
    }
  }

  /// The most lines of a file; a type that owns memory has more, so that its pointers stay private.
  private static func mostLines(of file: SwiftSource) throws -> Int {
    try file.lines(matching: #"\bdeinit\b"#).isEmpty ? 300 : 400
  }

  @Test func `no file of the sources is longer than 300 lines, or 400 where memory is owned`()
    throws
  {
    for file in try Sources.all() {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(lines <= (try Self.mostLines(of: file)), "\(file.path)")
    }
  }
}
