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

  /// Writes the envelope, times `size`, of what is left of the spectrum that was kept when its bins
  /// from `first` on are multiplied by `weights` and all others by zero.
  func writeEnvelope(
    ofBinsFrom first: Int, times weights: [Double], into envelope: inout [Double]
  ) {
    precondition(
      first > 0 && first + weights.count < bins && envelope.count <= size,
      "a band lies between zero and Nyquist, and its envelope in the samples")
    transformBand(from: first, times: weights) { ($0, $1) }
    readSamples { real in
      for index in envelope.indices { envelope[index] = real[index] * real[index] }
    }
    transformBand(from: first, times: weights) { ($1, -$0) }
    readSamples { imaginary in
      for index in envelope.indices {
        let part = imaginary[index]
        envelope[index] = (envelope[index] + part * part).squareRoot()
      }
    }
  }

  /// Makes samples of one band alone, each of its bins turned.
  private func transformBand(
    from first: Int, times weights: [Double], _ turned: (Double, Double) -> (Double, Double)
  ) {
    readOther { kept in
      writeSpectrum { parts in
        for place in parts.indices { parts[place] = 0 }
        for (offset, weight) in weights.enumerated() {
          let place = 2 * (first + offset)
          (parts[place], parts[place + 1]) = turned(weight * kept[place], weight * kept[place + 1])
        }
      }
    }
    transformBack()
  }
}
