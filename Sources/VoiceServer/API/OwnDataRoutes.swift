internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

enum OwnDataRoutes {
  static var all: [Route] { [export, erase] }

  private static let export = Route(
    .get, "/v1/me/export", "export", "Exports all data of the user as a ZIP file."
  ).giving(
    200,
    Payload(
      type: "application/zip", schema: nil,
      description: "Sessions with documents, audio and logs, baselines and profile.")
  )
  .bounded(as: .exports)
  .answeringPerson { call, visitor, desk in
    try await desk.export(visitor.person, for: call)
  }

  private static let erase = Route(
    .delete, "/v1/me", "erase", "Deletes all data of the user permanently."
  ).giving(204).failing(.busy).answeringPerson { _, visitor, desk in
    try await desk.erase(visitor.person, "requested by the person")
  }
}

extension ServerContext {
  /// Exports all data of a person as a ZIP file. For `HEAD` no file is created.
  func export(_ person: String, for call: APIRequest) async throws -> APIResponse {
    let type = "application/zip"
    var reply = APIResponse(headOf: type)
    if call.method != .head {
      let file: SentFile = try await heavily {
        try packed("a data export") { path, version throws(ExchangeError) in
          _ = try store.exportAll(of: person, to: path, version: version)
        }
      }
      reply = APIResponse(200, type, file)
    }
    return reply.with("Content-Disposition", "attachment; filename=\"sagevoice-export.zip\"")
  }

  /// Creates a temporary export file.
  func packed(
    _ what: String, _ pack: (String, String) throws(ExchangeError) -> Void
  ) throws -> SentFile {
    let passing = SyncBundleFile(in: settings.scratch, files, named: environment.newID())
    do throws(ExchangeError) {
      return try passing.file(pack)
    } catch {
      throw fault(error, what)
    }
  }

  func fault(_ error: ExchangeError, _ what: String) -> APIFault {
    note("\(what) failed")
    if case .store(let fault) = error, fault.isTransient { return APIFault(.busy) }
    return APIFault(.storeFault)
  }

  /// Waits until no recording of a person is being analysed: spooled files name the person too.
  func waitForWork(of person: String) async throws {
    for attempt in try journey(of: store.userHash(of: person))?.attempts ?? [] {
      guard let session = SessionID(attempt.session) else { continue }
      // A purged session sends no updates.
      guard try !store.wasPurged(session) else { continue }
      for await _ in runner.updates(of: session) {}
    }
  }

  /// Erases all data of a person and ends the sign-ins.
  func erase(_ person: String, _ reason: String) async throws -> APIResponse {
    try await turns.during(person) {
      let desk = try await settled(person)
      try await desk.waitForWork(of: person)
      _ = try desk.store.eraseAll(of: person, reason: reason)
      desk.deleteEvents()
      return try await signOutEverywhere(person)
    }
  }
}
