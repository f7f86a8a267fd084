// What a program does with a store that has the library and not the command line: open it, and read the
// documents of a session.

public import VoiceTypes

/// A store that cannot be used as it is, or not just now.
public struct StoreFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong and what to do.
  public let description: String

  /// Whether the same call may succeed later without anybody doing anything.
  public let isTransient: Bool

  init(_ error: StoreError) {
    description = error.description
    isTransient = error.isTransient
  }
}

extension SQLStore {
  /// Opens the store in a folder for writing; it is made where there is none.
  ///
  /// - Parameters:
  ///   - keyFile: The file with the key of an encrypted store; nil for one that is not.
  ///   - actor: Who writes, as the audit logs say it: a program or a person.
  public static func open(
    at folder: String, keyFile: String? = nil, actor: String
  ) throws(StoreFault) -> RecordStore {
    do throws(StoreError) {
      guard let actor = AuditActor(actor) else {
        throw .unusable("a name in the audit logs has 1 to 128 bytes and no control characters")
      }
      let address = try StoreAddress(
        folder: folder, key: keyFile.map { .file($0) } ?? .none, actor: actor, clock: SystemClock())
      return try address.open(.writing)
    } catch {
      throw StoreFault(error)
    }
  }

  /// The results document of a session; nil where there is no such session, or it has not come so far.
  public func results(
    of session: SessionID, _ tier: Tier = .comprehensive
  ) throws(StoreFault) -> ResultsDocument? {
    let place: SessionDocument = tier == .quick ? .quick : .computed
    do throws(StoreError) {
      guard let bytes = try existingSession(session)?.read(place) else { return nil }
      let path = "sessions/\(session.text)/\(place.name)"
      do {
        return try ResultsDocument(json: JSONValue.parse(bytes))
      } catch {
        throw StoreError.damaged(path: path, problem: "\(error)")
      }
    } catch {
      throw StoreFault(error)
    }
  }
}
