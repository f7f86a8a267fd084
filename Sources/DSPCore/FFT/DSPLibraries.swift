/// Versions of the numerical libraries.
public enum DSPLibraries {
  /// The version of the linked FFTW, such as `3.3.10`.
  public static var fftwVersion: String { RealFFT.linkedVersion }
}
