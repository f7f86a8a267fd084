// Claims and ends jobs as a worker does, without an analysis, for Benchmarks/board.py: with the board's own code.
//
//     BoardTrial fill DATABASE COUNT [VERSION]            jobs of recordings without sound
//     BoardTrial claim DATABASE TIMES BATCH               times of single claims, as JSON in milliseconds
//     BoardTrial empty DATABASE SECONDS BATCH [VERSION]   claims batches and ends each in one call; jobs and seconds, as
//                                                         JSON

import Foundation
import JobRunner
import PostgresStore
import VoiceTypes

@main struct BoardTrial {
  private struct Usage: Error {}

  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { $0 }
    do {
      switch (arguments.first, arguments.count) {
      case ("fill", 3...4):
        try fill(arguments[1], count: number(arguments[2]), for: version(arguments, 3))
      case ("claim", 4):
        try claim(arguments[1], times: number(arguments[2]), batch: number(arguments[3]))
      case ("empty", 4...5):
        try empty(
          arguments[1], seconds: number(arguments[2]), batch: number(arguments[3]),
          as: version(arguments, 4))
      default: throw Usage()
      }
    } catch {
      FileHandle.standardError.write(Data("BoardTrial: \(error)\n".utf8))
      exit(error is Usage ? 64 : 74)
    }
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else { throw Usage() }
    return number
  }

  /// The version that is given; one that anybody works for unless it is.
  private static func version(_ arguments: [String], _ place: Int) -> String {
    arguments.count > place ? arguments[place] : "trial"
  }

  private static func board(_ address: String, as engine: String = "trial") -> PostgresBoard {
    PostgresBoard(
      ConnectionPool(ConnectionOptions(address, program: "BoardTrial", as: .worker)),
      engine: engine)
  }

  private static func fill(_ address: String, count: Int, for engine: String) throws {
    let connection = try PostgresConnection(ConnectionOptions(address, program: "BoardTrial"))
    try connection.run(
      """
      with new as (
        insert into sagevoice.session (tenant, recording_sha, name, size_bytes)
        select 'trial', sha256(gen_random_uuid()::text::bytea), $2 || '.wav', 1
        from generate_series(1, $1::bigint) returning id, recording_sha)
      insert into sagevoice.job (tenant, session, recording_sha, config_hash, engine, tier)
      select 'trial', id, recording_sha, sha256('trial'), $2, 1 from new
      """, [.int(Int64(count)), .text(engine)])
  }

  private static func claim(_ address: String, times: Int, batch: Int) throws {
    let board = board(address)
    let clock = ContinuousClock()
    var milliseconds: [Double] = []
    for _ in 0..<times {
      var count = 0
      let took = try clock.measure {
        count = try board.claim(batch, for: .seconds(600), by: "trial").count
      }
      guard count == batch else { break }
      milliseconds.append(took / .milliseconds(1))
    }
    print(JSONValue.array(milliseconds.map { .number($0) }).text(.compact))
  }

  private static func empty(
    _ address: String, seconds: Int, batch: Int, as engine: String
  ) throws {
    let board = board(address, as: engine)
    let maker = DocumentMaker(
      engine: engine, settingsSHA256: String(repeating: "0", count: 64))
    let document = Array("{}\n".utf8)
    let start = ContinuousClock.now
    var (jobs, half) = (0, 0)
    while ContinuousClock.now - start < .seconds(seconds) {
      let claimed = try board.claim(batch, for: .seconds(600), by: "trial")
      guard !claimed.isEmpty else { break }
      jobs += try board.finish(
        claimed.map { FinishedJob($0, document: document, by: maker) }
      ).count
      if ContinuousClock.now - start < .seconds(seconds) / 2 { half = jobs }
    }
    let took = (ContinuousClock.now - start) / .seconds(1)
    print(
      JSONValue.object([
        .init("jobs", .int(jobs)), .init("first_half", .int(half)), .init("seconds", .number(took)),
      ]).text(.compact))
  }
}
