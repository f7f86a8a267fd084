// What the steps of a job need from outside.

package import BaselineService
internal import Logging
internal import RecordStore
package import VoicePipeline
internal import VoiceTypes

/// How recordings are measured.
package struct JobPipelines: Sendable {
  let quick: VoicePipeline
  let comprehensive: VoicePipeline
  let assessor: Assessor
  let environment: RunEnvironment
  private let channel: Int

  /// The pipelines of the two tiers by the clinical preset, and the assessor that compares
  /// people with limits.
  /// - Parameter channel: The channel of each recording that is measured, counted from 1.
  package init(environment: RunEnvironment, assessor: Assessor, channel: Int = 1) {
    quick = Self.pipeline(.quick, environment: environment, channel: channel)
    comprehensive = Self.pipeline(.comprehensive, environment: environment, channel: channel)
    self.assessor = assessor
    self.environment = environment
    self.channel = channel
  }

  /// The pipeline of a tier by the clinical preset.
  static func pipeline(
    _ tier: Tier, environment: RunEnvironment, channel: Int = 1
  ) -> VoicePipeline {
    var settings = AnalysisSettings(tier: tier)
    settings.channel = channel
    return VoicePipeline(
      settings: settings, environment: environment, refusingFrom: RecordingLength.shortestTooLong)
  }

  /// What makes the index of a vowel and a reading in a language; nil for one of no known cut-off.
  func index(in language: AVQILanguage?) -> AVQIPipeline {
    var pipeline = AVQIPipeline(language: language, environment: environment)
    pipeline.channel = channel
    return pipeline
  }

  func pipeline(for tier: Tier) -> VoicePipeline {
    switch tier {
    case .quick: quick
    case .comprehensive: comprehensive
    }
  }
}

/// Everything a step works with.
struct JobContext: Sendable {
  let store: any SessionStore
  let files: any FileSystem
  let layout: InboxLayout
  let settings: WatchSettings
  let pipelines: JobPipelines
  let environment: RunEnvironment
  let analysts: AnalystPool
  let reservations: Reservations
  let reporter: JobReporter
  let ledger: InboxLedger
  let looks: LookLog

  /// What makes a page of each recording; nil where nobody wants one.
  var pages: PageMaker?

  /// What stands for the settings of a session: those of its highest tier.
  var settingsSHA256: String {
    pipelines.pipeline(for: settings.tiers == .quick ? .quick : .comprehensive).settingsSHA256
  }
}

/// What came of a step.
enum StepOutcome {
  case event(JobState.Event)
  /// Nothing went wrong, and there is something to wait for.
  case park(until: Duration)
}
