// The envelopes of the bands of one sound: its spectrum is kept, and each band of it becomes an
// analytic signal by two transforms back, of which the second is a quarter of a cycle late.

extension RealFFT {
  /// Keeps the spectrum of `values`, zero-padded, for the bands to be taken from.
  func keepSpectrum(of values: [Double]) {
    load(count: values.count) { frame in
      for index in 0..<frame.count { frame[index] = values[index] }
    }
    transformOther()
  }

  /// Writes the envelope, times `size`, of what is left of the spectrum that `source` keeps when its
  /// bins from `first` on are multiplied by `weights` and all others by zero: the first values of
  /// `size` that lie as far apart as they can in the time of all samples of `source`.
  ///
  /// The bins are moved down to zero, which turns the signal and leaves its envelope; so a transform
  /// that holds no more than the band gives exact values of it.
  func writeEnvelope(
    ofBinsFrom first: Int, of source: RealFFT, times weights: [Double],
    into envelope: inout [Double]
  ) {
    precondition(
      first > 0 && first + weights.count < source.bins && weights.count <= size
        && size.isMultiple(of: 2) && envelope.count <= size,
      "a band lies between zero and Nyquist, and its envelope in the samples")
    transformBand(from: first, of: source, times: weights, turnedBy: (1, 0))
    readSamples { real in
      for index in envelope.indices { envelope[index] = real[index] * real[index] }
    }
    transformBand(from: first, of: source, times: weights, turnedBy: (0, -1))
    readSamples { imaginary in
      for index in envelope.indices {
        let part = imaginary[index]
        envelope[index] = (envelope[index] + part * part).squareRoot()
      }
    }
  }

  /// Makes samples of twice the real part of the signal whose bins from zero on are those of a band
  /// times `turn`: each bin and, mirrored, its conjugate.
  private func transformBand(
    from first: Int, of source: RealFFT, times weights: [Double], turnedBy turn: (Double, Double)
  ) {
    source.readOther { kept in
      func turned(_ place: Int) -> (Double, Double) {
        let (real, imaginary) = (kept[2 * (first + place)], kept[2 * (first + place) + 1])
        return (
          weights[place] * (real * turn.0 - imaginary * turn.1),
          weights[place] * (real * turn.1 + imaginary * turn.0)
        )
      }
      writeSpectrum { parts in
        for place in parts.indices { parts[place] = 0 }
        for place in 0..<min(weights.count, bins) {
          (parts[2 * place], parts[2 * place + 1]) = turned(place)
        }
        (parts[0], parts[1]) = (2 * parts[0], 0)
        for place in min(size / 2, weights.count)..<weights.count {
          let (value, mirrored) = (turned(place), 2 * (size - place))
          (parts[mirrored], parts[mirrored + 1]) =
            (parts[mirrored] + value.0, parts[mirrored + 1] - value.1)
        }
      }
    }
    transformBack()
  }
}
