// The interface for programs that use the library instead of the command line.

public import VoiceTypes

/// A store error.
public struct StoreFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// Problem and advice.
  public let description: String

  /// Whether a retry can succeed.
  public let isTransient: Bool

  init(_ error: StoreError) {
    description = error.description
    isTransient = error.isTransient
  }
}

extension RecordStore {
  /// Opens a store for writing. A missing store is created.
  ///
  /// - Parameters:
  ///   - keyFile: The key file of an encrypted store. Nil for a plain store.
  ///   - actor: The program or person in the history.
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

  /// The results document of a session. Nil without the session, or before its results.
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
