// Names shared by the commands and `peers.py`.

/// Names of tasks.
public enum TaskName {
  /// Bytes of a WAV file to samples.
  public static let decode = "decode"
  /// F0 by autocorrelation, 75 to 600 Hz.
  public static let pitch = "pitch ac"
  /// F0 by cross-correlation.
  public static let pitchCC = "pitch cc"
  /// Pulses from F0.
  public static let pulses = "pulses"
  /// The five jitters.
  public static let jitter = "jitter"
  /// The amplitudes of the cycles and the six shimmers.
  public static let shimmer = "shimmer"
  /// Harmonicity by cross-correlation.
  public static let harmonicity = "harmonicity cc"
  /// Harmonicity by autocorrelation.
  public static let harmonicityAC = "harmonicity ac"
  /// CPPS as Praat 6.1 defines it.
  public static let cpps61 = "CPPS 6.1"
  /// CPPS as Praat 6.3 and 6.4 define it.
  public static let cpps63 = "CPPS 6.3"
  /// CPPS as Praat 7.0 defines it.
  public static let cpps70 = "CPPS 7.0"
  /// Formants by Burg's method.
  public static let formants = "formants"
  /// The glottal-to-noise excitation ratio.
  public static let gne = "glottal-to-noise excitation"
  /// The 95 % intervals.
  public static let intervals = "intervals"
  /// Pitch ac, pulses, jitters, shimmers, harmonicity cc.
  public static let clinicalJob = "clinical job"
  /// The clinical job, then CPPS as of Praat 6.1.
  public static let clinicalJobAndCPPS = "clinical job + CPPS 6.1"
  /// Bytes to document, quick tier.
  public static let quick = "quick tier"
  /// Bytes to document, comprehensive tier of the clinical preset.
  public static let comprehensive = "comprehensive tier"
  /// Bytes to document, comprehensive tier of the praat preset.
  public static let praatPreset = "praat preset"
  /// The command line from a cold start.
  public static let coldStart = "cold start"

  /// The same with all measures of the praat preset.
  public static let coldStartOfEverything = "cold start, everything"
  /// `sagevoice --version`.
  public static let version = "version only"
  /// Many files by one worker.
  public static let batchOfOne = "batch, one worker"
  /// Many files by two workers.
  public static let batchOfTwo = "batch, two workers"
  /// The same number of files by two processes with one worker each.
  public static let batchOfTwoProcesses = "batch, two processes"
}

/// Names of compared programs.
public enum ToolName {
  /// Praat inside a Python process, warm, on one core.
  public static let praat = "Praat in process"
  /// sagevoice, alternating with Praat on the same core.
  public static let besidePraat = "sagevoice alternating with Praat"
  /// Praat as a command, from a cold start.
  public static let praatCommand = "praat --run"
}

/// Names of inputs.
public enum InputName {
  /// The synthetic voice of a duration.
  public static func voice(seconds: Double) -> String { "voice \(Int(seconds)) s" }
}
