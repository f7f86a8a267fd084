// A page of a recording beside its documents, for people who want one. It is made by whoever runs the
// watcher, and is nothing that a recording waits for: what cannot be made is said in the log.

package import BaselineService
package import RecordStore
package import VoicePipeline
package import VoiceTypes

/// What a page tells of a recording that is filed.
package struct FiledRecording: Sendable {
  /// The results with the most in them.
  package let document: ResultsDocument

  /// What the person told; nil for nobody in particular.
  package let profile: UserProfile?

  /// The baseline that counts for the person; nil where there is none.
  package let baseline: VocalBaseline?

  /// When it was recorded, as it was told; nil where it was not.
  package let recordedAt: String?

  /// The sessions of the person; nil where nobody is known.
  package let history: VoiceHistory?

  /// The sound file; nil where it is not at hand.
  package var sound: [UInt8]?

  /// What measured the sound; nil where that was another program or had other settings, whose figures
  /// would show something else.
  package let pipeline: VoicePipeline?

  /// What a store has of a session, without its sound; nil where there are no results.
  package init?(
    of id: SessionID, in store: any SessionStore, by pipelines: JobPipelines,
    intervals: FollowUpIntervals = FollowUpIntervals()
  ) throws(StoreError) {
    guard let session = try store.existingSession(id) else { return nil }
    var bytes = try session.read(.computed)
    if bytes == nil { bytes = try session.read(.quick) }
    guard let json = bytes.flatMap({ try? JSONValue.parse($0) }),
      let document = try? ResultsDocument(json: json)
    else { return nil }
    let told = ToldBefore(try session.read(.answers)).person
    self.document = document
    let header = try session.header()
    let user = header?.user
    recordedAt = header?.recordedAt
    let known = try user.flatMap { user throws(StoreError) in try store.person(for: user)?.told() }
    let person = known.map { known in told.map(known.merging) ?? known } ?? told
    profile = person?.profile
    if let user, let person {
      let follow = PersonFollowUp(
        in: store, minimums: pipelines.assessor.minimums, environment: pipelines.environment,
        intervals: intervals)
      history = try follow.history(of: person)
      baseline = try store.baseline(for: user).flatMap(BaselineVersion.init)?.stored.baseline
    } else {
      (history, baseline) = (nil, nil)
    }
    let usual = pipelines.pipeline(for: document.tier)
    let candidates = [usual] + (baseline?.baselineF0.map { [usual.knowing(baselineF0: $0)] } ?? [])
    pipeline = candidates.first { $0.settingsSHA256 == document.provenance.settingsSHA256 }
  }
}

/// Why there is no page.
package struct PageFault: Error {
  /// What is wrong and what to do, without names and paths.
  package let reason: String

  /// States a reason.
  package init(_ reason: String) { self.reason = reason }
}

/// Makes pages of recordings that are filed.
package struct PageMaker: Sendable {
  /// Where a page goes.
  package let document: SessionDocument

  let make: @Sendable (FiledRecording) -> Result<[UInt8], PageFault>

  /// A maker of pages of one form.
  package init(
    of document: SessionDocument,
    _ make: @escaping @Sendable (FiledRecording) -> Result<[UInt8], PageFault>
  ) {
    (self.document, self.make) = (document, make)
  }
}

extension JobContext {
  /// The page of a session whose results are stored; nil where nobody wants one, or it cannot be made.
  func page(of id: SessionID, sound: () throws -> [UInt8]?) -> [SessionDocument: [UInt8]] {
    guard let maker = pages else { return [:] }
    do {
      guard
        var filed = try FiledRecording(
          of: id, in: store, by: pipelines, intervals: settings.followUp)
      else { return [:] }
      filed.sound = try sound()
      switch maker.make(filed) {
      case .success(let page): return [maker.document: page]
      case .failure(let fault): reporter.pageMissing(id, fault.reason)
      }
    } catch {
      reporter.pageMissing(id, "\(StepFault(error).reason)")
    }
    return [:]
  }
}
