// What is kept of somebody is theirs: they take it along, or have it removed.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

/// Addresses of somebody's own data as a whole.
enum OwnDataRoutes {
  static var all: [Route] { [export, erase] }

  private static let export = Route(
    .get, "/v1/me/export", "export", "All that is kept of whoever is signed in, in one file."
  ).giving(
    200,
    Payload(
      type: "application/zip", schema: nil,
      description: "Sessions with documents, sound and logs, baselines, and what was told.")
  )
  .answeringPerson { _, visitor, desk throws(APIFault) in
    let bytes = try desk.export(visitor.person)
    return Reply(200, "application/zip", bytes)
      .with("Content-Disposition", "attachment; filename=\"sagevoice-export.zip\"")
  }

  private static let erase = Route(
    .delete, "/v1/me", "erase", "Removes all that is kept of whoever is signed in, for good."
  ).giving(204).failing(.busy).answeringPerson { _, visitor, desk throws(APIFault) in
    try await desk.erase(visitor.person, "asked for by the person")
  }
}

extension Desk {
  /// Everything of a person in a ZIP file.
  func export(_ person: String) throws(APIFault) -> [UInt8] {
    let (store, files) = (store, files)
    let path = "\(settings.scratch)/\(environment.newID()).zip"
    defer { try? files.removeIfThere(path) }
    try stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try files.ensureFolder(settings.scratch) }
    }
    do throws(ExchangeError) {
      try store.exportAll(of: person, to: path, version: SoftwareVersion.current)
    } catch {
      note("an export failed")
      if case .store(let fault) = error, fault.isTransient { throw APIFault(.busy) }
      throw APIFault(.storeFault)
    }
    return try stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try files.read(path) }
    }
  }

  /// Returns when no recording of a person is being worked on: what lies in the spool names them too.
  func waitForWork(of person: String) async throws(APIFault) {
    let store = store
    for attempt in try journey(of: store.userHash(of: person))?.attempts ?? [] {
      guard let session = SessionID(attempt.session) else { continue }
      // Of one that is gone nothing is told any more.
      guard try !stored({ () throws(StoreError) in try store.wasPurged(session) }) else { continue }
      for await _ in runner.updates(of: session) {}
    }
  }

  /// Removes everything of a person; nobody is signed in as them any more.
  func erase(_ person: String, _ reason: String) async throws(APIFault) -> Reply {
    try await turns.during(person) { () async throws(APIFault) in
      let desk = try await settled(person)
      try await desk.waitForWork(of: person)
      let store = desk.store
      _ = try stored { () throws(StoreError) in
        try store.eraseAll(of: person, reason: reason)
      }
      desk.forgetEvents()
      return try await signOutEverywhere(person)
    }
  }
}
