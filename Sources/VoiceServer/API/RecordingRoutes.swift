// The recording is durable before the response. The response is the quick document; the
// comprehensive analysis continues afterwards and is reported by events.

internal import JobRunner
internal import Onboarding
internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

enum RecordingRoutes {
  static let digestHeader = "Content-Digest"
  static let captureHeader = "Sagevoice-Capture"
  static let languageHeader = "Sagevoice-Language"
  static let placeHeader = "Sagevoice-Place"

  static var all: [Route] { [record] }

  private static let record = Route(
    .post, "/v1/me/recordings", "record",
    "Uploads the requested recording. Identical bytes get the same response."
  ).taking(Payload(type: "audio/wav", schema: nil, description: "Recording as RIFF/WAVE."))
    .reading(digestHeader, .header, "SHA-256 of the bytes (RFC 9530). Optional.")
    .reading(
      captureHeader, .header,
      "Recording conditions: one JSON object in ASCII, stored with the recording."
    )
    .reading(languageHeader, .header, "Language of a reading, such as en.")
    .reading(
      OnboardingRoutes.ifMatch, .header,
      "ETag of the requesting onboarding state. Without the header the server accepts any state."
    )
    .reading(
      placeHeader, .header,
      "Recording request: journey_id, round, task, take and attempt, separated by spaces. "
        + "The server refuses any other recording than the requested one."
    )
    .giving(201, .json(ResultsDocument.jsonSchema, "Quick document. Location is the session."))
    .giving(
      200, .json(ResultsDocument.jsonSchema, "Document of an earlier upload of the same bytes.")
    )
    .giving(
      202,
      .json(
        PendingUploadQueue.jsonSchema,
        "The store is unavailable. The server keeps the upload and submits it later.")
    )
    .failing(
      .notAWAV, .digestDiffers, .unknownValue, .recordingRefused, .journeyRefused, .journeyMoved,
      .busy
    )
    .answeringPerson { call, visitor, desk in
      guard call.headers["content-type"]?.hasPrefix("audio/wav") ?? false else {
        throw APIFault(.notAWAV)
      }
      let capture = try CaptureReport.given(call.headers[captureHeader.lowercased()])
      let bytes = try await call.body.read(atMost: ServerSettings.mostRecordingBytes)
      let take = Upload(
        bytes: bytes, sha256: Fingerprint.sha256(of: bytes), capture: capture,
        language: call.headers[languageHeader.lowercased()],
        tag: call.headers[OnboardingRoutes.ifMatch.lowercased()],
        place: call.headers[placeHeader.lowercased()])
      try take.check(against: call.headers[digestHeader.lowercased()])
      return try await desk.record(take, of: visitor)
    }
}

struct Upload: Sendable {
  let bytes: [UInt8]
  let sha256: String

  /// The recording conditions reported by the browser; nil when absent.
  let capture: JSONValue?

  /// The language of a reading; nil when absent.
  let language: String?

  /// The required ETag of the flow; nil accepts any state.
  let tag: String?

  /// The required recording request of the flow (see `OnboardingResponse.place`); nil accepts any.
  let place: String?

  /// Checks the bytes against a `Content-Digest` (RFC 9530).
  func check(against digest: String?) throws {
    guard let digest else { return }
    let own = "sha-256=:" + SecurityHeaders.base64(sha256: sha256) + ":"
    guard digest.split(separator: ",").contains(where: { $0.filter { $0 != " " } == own }) else {
      throw APIFault(.digestDiffers)
    }
  }
}

/// The parser of the recording conditions in `Sagevoice-Capture`.
enum CaptureReport {
  /// Parses a header value; nil when absent.
  static func given(_ text: String?) throws -> JSONValue? {
    guard let text else { return nil }
    guard let json = try? JSONValue.parse(Array(text.utf8), .ofPeople),
      (try? CaptureFacts(json: json)) != nil
    else {
      throw APIFault(.unknownValue, detail: RecordingRoutes.captureHeader)
    }
    return json
  }
}

/// The effect of an upload on the onboarding flow.
private struct StartedRecording {
  let run: OnboardingRun
  let session: SessionID

  /// The pending effects of the flow; nil for a repeated upload.
  let effects: [FlowEffect]?

  /// Whether the recording was durable before the upload.
  let isHeld: Bool
}

extension ServerContext {
  /// Submits a recording; saves it as a pending upload when the store is unavailable.
  func record(_ take: Upload, of visitor: AuthenticatedUser) async throws -> APIResponse {
    do {
      let reply = try await submit(take, of: visitor)
      if hasTakes(of: visitor) { try forget(take, of: visitor) }
      return reply
    } catch {
      let fault = fault(error)
      guard fault.isTransient, let reply = try await save(take, of: visitor) else { throw fault }
      return reply
    }
  }

  /// Submits a recording to the onboarding flow.
  func submit(_ take: Upload, of visitor: AuthenticatedUser) async throws -> APIResponse {
    let (turns, person) = (turns, visitor.person)
    try await turns.begin(person)
    let started: StartedRecording
    do {
      started = try start(take, of: visitor)
    } catch {
      turns.end(person)
      throw error
    }
    guard let effects = started.effects else {
      turns.end(person)
      return try await answer(started.session, 200)
    }
    // The task holds the queue until both analyses have been judged, even after a disconnect.
    Task(executorPreference: threads) {
      var run = started.run
      var waits = false
      do throws(JourneyFault) {
        _ = try await run.perform(effects: effects)
      } catch {
        note("the onboarding did not continue after a recording", of: started.session)
        waits = fault(error).isTransient
      }
      turns.end(person)
      if waits { goOnOnceBack(visitor) }
    }
    guard started.isHeld else { return try await answer(started.session, 201) }
    return try await answer(started.session, 200, of: take.sha256)
  }

  private func start(_ take: Upload, of visitor: AuthenticatedUser) throws -> StartedRecording {
    var run = try run(of: visitor)
    if let (session, effects) = try run.beginHeld() {
      return StartedRecording(run: run, session: session, effects: effects, isHeld: true)
    }
    if let known = try known(take.sha256, visitor) {
      return StartedRecording(run: run, session: known, effects: nil, isHeld: false)
    }
    try check(take.tag, of: run)
    try check(take, of: run)
    let source = run.recording(.bytes(take.bytes), capture: take.capture, language: take.language)
    let (session, effects) = try run.begin(source)
    return StartedRecording(run: run, session: session, effects: effects, isHeld: false)
  }

  private func check(_ take: Upload, of run: OnboardingRun) throws {
    guard let place = take.place, place != OnboardingResponse(journey: run.journey).place else {
      return
    }
    throw APIFault(.journeyMoved)
  }

  /// Returns the session of an earlier upload of the same bytes; nil for new bytes.
  private func known(_ sha256: String, _ visitor: AuthenticatedUser) throws -> SessionID? {
    try store.metadata(ofRecording: sha256).first { $0.header?.user == visitor.user }?.session
  }

  /// Waits for the first document of a session.
  /// - Throws: `.journeyMoved` when the session contains other bytes than `sha256`: that upload was
  ///   not used.
  private func answer(
    _ session: SessionID, _ status: Int, of sha256: String? = nil
  ) async throws -> APIResponse {
    for await update in runner.updates(of: session) {
      if let document = update.document {
        guard sha256 == nil || document.recording.sha256 == sha256 else {
          throw APIFault(.journeyMoved)
        }
        return APIResponse(status, json: document.json)
          .with("Location", "/v1/me/sessions/\(session.text)")
      }
      if update.outcome != nil { throw APIFault(.recordingRefused, detail: update.message) }
    }
    throw APIFault(.stopping)
  }
}
