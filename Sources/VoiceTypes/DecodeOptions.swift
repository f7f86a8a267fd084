/// Policy for samples that the header declares and the file lacks.
public enum TruncationPolicy: String, CaseIterable, Sendable {
  /// Analyses the available samples.
  case leftOut = "left_out"
  /// Fills the declared length with zeros.
  case zeros
}

/// Decoding parameters of an audio file.
public struct DecodeOptions: Sendable, Equatable {
  /// Decoded channel, counted from 1.
  public var channel: Int

  /// Policy for missing samples at the end.
  public var truncationPolicy: TruncationPolicy

  /// Whether mono samples under a header of two channels are decoded as mono.
  public var joinsSplitMono = true

  /// Creates decoding parameters. Defaults to the first channel without padding.
  public init(channel: Int = 1, truncationPolicy: TruncationPolicy = .leftOut) {
    precondition(channel > 0, "channel numbers start at 1")
    self.channel = channel
    self.truncationPolicy = truncationPolicy
  }
}
