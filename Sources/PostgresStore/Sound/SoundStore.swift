// Where the sound of a board's recordings lies: in the database, or beside it. Sound is the most of what is stored and
// sent, and asks the least of a database.

package import RecordStore

/// The name of sound: whose it is, and the SHA-256 of its bytes.
package struct SoundName: Sendable, Hashable {
  package let tenant: String

  /// 64 hexadecimal digits.
  package let sha256: String

  package init(tenant: String, sha256: String) { (self.tenant, self.sha256) = (tenant, sha256) }

  var values: [SQLValue] { [.text(tenant), .text(sha256)] }
}

/// Why sound was not kept or read.
package enum SoundFault: Error, Sendable, Equatable, CustomStringConvertible {
  case database(SQLError)
  /// A fault of the place where it lies.
  case place(StoreError)

  /// The same as a fault of a store.
  package var storeError: StoreError {
    switch self {
    case .database(let fault): fault.storeError
    case .place(let fault): fault
    }
  }

  /// What is wrong, and what to do.
  package var description: String { storeError.description }

  /// A fault of the database for those between who know no other; one of the place is left with who asked.
  fileprivate func told(to own: inout StoreError?) -> SQLError {
    switch self {
    case .database(let fault): return fault
    case .place(let fault):
      own = fault
      return .unreadable("the audio")
    }
  }
}

/// A place for sound. What is kept there is named by a session, or is removed some day.
package protocol SoundStore: Sendable {
  /// Keeps bytes durably in the transaction that puts in the session that names them; what is there stays.
  func keep(
    _ bytes: [UInt8], as name: SoundName, in connection: PostgresConnection
  ) throws(SoundFault)

  /// The bytes of a name as they lie there, which who reads them holds against it; nil where there are none.
  func bytes(
    of name: SoundName, in connection: PostgresConnection
  ) throws(SoundFault) -> [UInt8]?

  /// Removes what no session names any more; the login sees every tenant.
  /// - Returns: How many recordings went.
  func removeUnnamed(in connection: PostgresConnection) throws(SoundFault) -> Int
}

/// The lock that who puts sound in shares, and who removes what nobody names has alone. Without it sound might go that
/// was found to be there a moment before its session is.
enum SoundLock {
  static let sql = "hashtextextended('sagevoice/sound', 0)"
}

extension ConnectionPool {
  /// Does something with sound. A fault of the place where it lies says nothing against the connection.
  func withSound<Value>(
    _ body: (PostgresConnection) throws(SoundFault) -> Value
  ) throws(StoreError) -> Value {
    var own: StoreError?
    do throws(SQLError) {
      return try with { connection throws(SQLError) in
        do throws(SoundFault) { return try body(connection) } catch {
          throw error.told(to: &own)
        }
      }
    } catch {
      throw own ?? error.storeError
    }
  }
}

extension PostgresConnection {
  /// Does something in one transaction of a tenant, of which sound is a part.
  func transactionWithSound<Value>(
    of tenant: String, _ body: () throws(SoundFault) -> Value
  ) throws(SoundFault) -> Value {
    var own: StoreError?
    do throws(SQLError) {
      return try transaction(of: tenant) { () throws(SQLError) in
        do throws(SoundFault) { return try body() } catch { throw error.told(to: &own) }
      }
    } catch {
      if let own { throw .place(own) }
      throw .database(error)
    }
  }

  /// Runs one statement for a store of sound.
  @discardableResult
  func ask(_ sql: String, _ parameters: [SQLValue] = []) throws(SoundFault) -> [SQLRow] {
    do throws(SQLError) { return try run(sql, parameters) } catch { throw .database(error) }
  }
}
