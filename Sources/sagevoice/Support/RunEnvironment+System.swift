import JobRunner
import VoicePipeline

extension RunEnvironment {
  /// Identifiers and times of this machine.
  static var system: RunEnvironment { .ofThisMachine }
}
