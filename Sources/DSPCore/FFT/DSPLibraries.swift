// Which libraries the numbers come from.

/// Versions of the libraries below the DSP core.
public enum DSPLibraries {
  /// The version of FFTW that is linked, such as `3.3.10`.
  public static var fftwVersion: String { RealFFT.linkedVersion }
}
