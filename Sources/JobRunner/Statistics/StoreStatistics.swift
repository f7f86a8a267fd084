// Selects the sessions for statistics: metadata of the person, and results of the highest tier. Of an amended session,
// the latest amendment counts.

package import BaselineService
package import RecordStore
internal import VoiceTypes

package struct StoreStatistics {
  /// The value of missing metadata.
  package static let notGiven = "not_told"

  /// The reference of people without a pitch comparison.
  package static let noReference = "none"

  private let axes: [StatisticsAxis]
  private var sessions: [CountedSession] = []
  private var leftOut: [StatisticsDocument.LeftOut: Int] = [:]
  private var settings: Set<String> = []

  /// Reads all sessions of a store.
  package init(
    of store: RecordStore, by axes: [StatisticsAxis], reporting progress: StoreProgress? = nil
  ) throws(StoreError) {
    self.axes = axes
    let rows = try store.sessions(SessionQuery())
    let amended = Set(rows.compactMap(\.parent))
    for (index, row) in rows.enumerated() {
      let reason: StatisticsDocument.LeftOut? =
        amended.contains(row.id) ? .amended : try count(row, of: store)
      if let reason { leftOut[reason, default: 0] += 1 }
      progress?(index + 1, rows.count)
    }
  }

  /// The statistics with counts of omitted sessions.
  package var document: StatisticsDocument {
    StatisticsDocument(
      statistics: GroupStatistics(of: sessions, by: axes), leftOut: leftOut,
      settingsSHA256: settings.sorted())
  }

  /// Counts a session, or returns the reason for its omission.
  private mutating func count(
    _ row: SessionSummary, of store: RecordStore
  ) throws(StoreError) -> StatisticsDocument.LeftOut? {
    guard row.person == .known else { return .noPerson }
    guard row.tier == .comprehensive, let session = try store.existingSession(row.id),
      let findings = try Self.findings(of: session)
    else { return .noResults }
    guard row.verdict != .fail else { return .failedChecks }
    guard let sidecar = Sidecar(stored: try session.read(.answers)), let profile = sidecar.profile
    else { return .noPerson }
    settings.insert(findings.settings)
    sessions.append(
      CountedSession(
        person: profile.userID, cell: axes.map { Self.word($0, of: sidecar, profile) },
        values: findings.values))
    return nil
  }

  /// The primary measures of a session and their settings. Nil without results.
  private static func findings(
    of session: StoredSession
  ) throws(StoreError) -> (values: [Measure: Double], settings: String)? {
    guard let document = ResultsDocument(stored: try session.read(.computed)),
      let findings = document.findings
    else { return nil }
    let values = GroupStatistics.measures.compactMap { measure -> (Measure, Double)? in
      // Flagged measures are not counted.
      guard findings.biomarkers.flags[measure] == nil else { return nil }
      return findings.biomarkers[measure].number.map { (measure, $0) }
    }
    return (
      Dictionary(values, uniquingKeysWith: { first, _ in first }),
      document.provenance.settingsSHA256
    )
  }

  private static func word(
    _ axis: StatisticsAxis, of sidecar: Sidecar, _ profile: UserProfile
  ) -> String {
    let demographic = VoiceDemographic(of: profile)
    return switch axis {
    case .ageBand: demographic.band?.rawValue ?? notGiven
    case .reference: demographic.category?.rawValue ?? noReference
    case .gender: profile.genderIdentity?.rawValue ?? notGiven
    case .device: sidecar.notes.deviceModel ?? profile.deviceModel ?? notGiven
    case .osVersion: profile.osVersion ?? notGiven
    case .appVersion: sidecar.person?.appVersion ?? notGiven
    }
  }
}
