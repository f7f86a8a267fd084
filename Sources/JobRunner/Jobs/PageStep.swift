// The report page of a recording. A page that cannot be made is logged and blocks nothing.

package import BaselineService
package import RecordStore
package import VoicePipeline
package import VoiceTypes

/// The content of a report page.
package struct ReportInput: Sendable {
  /// The document of the highest tier.
  package let document: ResultsDocument

  /// Nil for a guest.
  package let profile: UserProfile?

  /// The present baseline of the person; nil without one.
  package let baseline: VocalBaseline?

  /// The comparison of the session with the baseline of its time; nil without one. That of the newest
  /// session has all its vowels, also those stored after this recording.
  package let comparison: ComparisonDocument?

  /// Nil if the sidecar does not say it.
  package let recordedAt: String?

  /// Entries of the page head from the sidecar; nil without any.
  package let header: ReportHeader?

  /// The sessions of the person; nil for a guest.
  package let history: VoiceHistory?

  /// Nil if the audio is not stored.
  package var sound: [UInt8]?

  /// The pipeline of the results; nil if they have other settings, since its figures would differ.
  package let pipeline: VoicePipeline?

  /// Reads a session without its audio; nil without results.
  package init?(
    of id: SessionID, in store: RecordStore, by pipelines: JobPipelines,
    intervals: FollowUpIntervals = FollowUpIntervals()
  ) throws(StoreError) {
    guard let session = try store.existingSession(id) else { return nil }
    var bytes = try session.read(.computed)
    if bytes == nil { bytes = try session.read(.quick) }
    guard let document = ResultsDocument(stored: bytes) else { return nil }
    let answers = Sidecar(stored: try session.read(.answers))
    let given = answers?.person
    (self.document, self.header) = (document, answers?.notes.reportHeader)
    let stored = try session.read(.comparison).flatMap { try? JSONValue.parse($0) }
      .flatMap { try? ComparisonDocument(json: $0) }
    let header = try session.header()
    let user = header?.user
    recordedAt = header?.recordedAt
    let person = try store.person(user, merging: given)
    profile = person?.profile
    if let user, let person {
      let follow = PersonFollowUp(
        in: store, minimums: pipelines.assessor.minimums, environment: pipelines.environment,
        intervals: intervals)
      history = try follow.history(of: person)
      comparison = try stored.flatMap { stored throws(StoreError) in
        try follow.newestComparison(of: person, containing: id) ?? stored
      }
      baseline = try store.baseline(for: user).flatMap(BaselineVersion.init)?.stored.baseline
    } else {
      (history, baseline, comparison) = (nil, nil, stored)
    }
    let usual = pipelines.pipeline(for: document.tier, document.task)
    let candidates = [usual] + (baseline?.baselineF0.map { [usual.knowing(baselineF0: $0)] } ?? [])
    pipeline = candidates.first { $0.settingsSHA256 == document.provenance.settingsSHA256 }
  }
}

/// The reason for a missing page.
package struct PageFault: Error {
  /// The reason and advice, without names and paths.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Makes report pages.
package struct PageMaker: Sendable {
  /// The document of the session that a page becomes.
  package let document: SessionDocument

  let make: @Sendable (ReportInput) -> Result<[UInt8], PageFault>

  package init(
    of document: SessionDocument,
    _ make: @escaping @Sendable (ReportInput) -> Result<[UInt8], PageFault>
  ) {
    (self.document, self.make) = (document, make)
  }
}

extension JobContext {
  /// The page of a session whose results are stored; empty if none is wanted or can be made.
  func page(of id: SessionID, sound: () throws -> [UInt8]?) -> [SessionDocument: [UInt8]] {
    guard let maker = pages else { return [:] }
    do {
      guard
        var filed = try ReportInput(of: id, in: store, by: pipelines, intervals: settings.followUp)
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
