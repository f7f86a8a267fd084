// Band envelopes of one signal: each band becomes an analytic signal by two inverse transforms.

extension RealFFT {
  /// Stores the spectrum of `values`, zero-padded, for the envelopes of its bands.
  func keepSpectrum(of values: [Double]) {
    load(count: values.count) { frame in
      for index in 0..<frame.count { frame[index] = values[index] }
    }
    transformOther()
  }

  /// Writes the envelope, times `size`, of one band of the spectrum that `source` stores: the bins
  /// from `first` on times `weights`. The samples of the envelope are evenly spaced over the time
  /// span of `source`.
  ///
  /// The bins are shifted to zero frequency, which rotates the signal and preserves its envelope. A
  /// transform that holds the band thus gives exact values.
  func writeEnvelope(
    ofBinsFrom first: Int, of source: RealFFT, times weights: [Double],
    into envelope: inout [Double]
  ) {
    precondition(
      first > 0 && first + weights.count < source.bins && weights.count <= size
        && size.isMultiple(of: 2) && envelope.count <= size,
      "the band is within 0 and Nyquist, the envelope within the samples")
    var squares = envelope.mutableSpan
    transformBand(from: first, of: source, times: weights, turnedBy: (1, 0))
    readSamples { real in
      for index in squares.indices { squares[index] = real[index] * real[index] }
    }
    transformBand(from: first, of: source, times: weights, turnedBy: (0, -1))
    readSamples { imaginary in
      let whole = Lanes.whole(of: squares.count)
      for index in stride(from: 0, to: whole, by: Lanes.count) {
        let part = imaginary.eight(at: index)
        squares.set((squares.span.eight(at: index) + part * part).squareRoots, at: index)
      }
      for index in whole..<squares.count {
        squares[index] = (squares[index] + imaginary[index] * imaginary[index]).squareRoot()
      }
    }
  }

  /// Writes twice the real part of the signal whose bins from zero on are those of a band times
  /// `turn`: each bin and its mirrored conjugate.
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
