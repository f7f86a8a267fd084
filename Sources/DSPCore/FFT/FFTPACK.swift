import RealModule

/// Discrete Fourier transform of a power of two of real values, with the rounding errors of FFTPACK
/// (Swarztrauber 1982, "Vectorizing the FFTs"; public domain, netlib). Praat uses FFTPACK, and
/// digital silence after a low-pass consists of these errors. So the order of additions and
/// products is fixed.
package enum FFTPACK {
  /// Real and imaginary part.
  package typealias Bin = SIMD2<Double>

  private static let root = 2.0.squareRoot()
  private static let halfRoot = 0.5.squareRoot()

  /// The bins of `values` from zero to the Nyquist frequency.
  package static func forwards(_ values: [Double]) -> [Bin] {
    stages(of: values.count).reduce(values.map { Bin($0, 0) }) { parts, stage in
      var joined = [Bin](repeating: .zero, count: stage.groups * (stage.size / 2 + 1))
      stage.forEachBin { bin, turns, part, place in
        let (a, b) = (parts[part(0)], parts[part(1)].turned(by: turns[1].conjugate))
        guard stage.radix == 4 else {
          joined[place(bin)] = a + b
          joined[place(stage.count - bin)] = (a - b).conjugate
          return
        }
        let (c, d) = (parts[part(2)], parts[part(3)])
        if stage.isMiddle(bin) {
          let b = parts[part(1)]
          let turned = Bin(halfRoot * (b.x - d.x), -halfRoot * (b.x + d.x))
          joined[place(bin)] = Bin(turned.x + a.x, turned.y - c.x)
          joined[place(stage.count + bin)] = Bin(a.x - turned.x, turned.y + c.x)
          return
        }
        let (e, f) = (c.turned(by: turns[2].conjugate), d.turned(by: turns[3].conjugate))
        let (outer, inner, sum, turned) = (a + e, a - e, b + f, (f - b).timesI)
        joined[place(bin)] = outer + sum
        joined[place(stage.count - bin)] = (inner - turned).conjugate
        joined[place(stage.count + bin)] = inner + turned
        joined[place(2 * stage.count - bin)] = (outer - sum).conjugate
      }
      return joined
    }
  }

  /// The `count` values of a spectrum, times `count`.
  package static func back(_ spectrum: [Bin], count: Int) -> [Double] {
    stages(of: count).reversed().reduce(spectrum) { joined, stage in
      var parts = [Bin](
        repeating: .zero, count: stage.groups * stage.radix * (stage.count / 2 + 1))
      stage.forEachBin { bin, turns, part, place in
        let (a, b) = (joined[place(bin)], joined[place(stage.count - bin)])
        guard stage.radix == 4 else {
          parts[part(0)] = a + b.conjugate
          parts[part(1)] = (a - b.conjugate).turned(by: turns[1])
          return
        }
        let (c, d) = (joined[place(stage.count + bin)], joined[place(2 * stage.count - bin)])
        if stage.isMiddle(bin) {
          let (re, im) = (a.x - c.x, a.y + c.y)
          parts[part(0)].x = (a.x + c.x) + (a.x + c.x)
          parts[part(1)].x = root * (re - im)
          parts[part(2)].x = (c.y - a.y) + (c.y - a.y)
          parts[part(3)].x = -root * (re + im)
          return
        }
        let (outer, inner) = (a + d.conjugate, a - d.conjugate)
        let (sum, turned) = (c + b.conjugate, (c - b.conjugate).timesI)
        parts[part(0)] = outer + sum
        parts[part(1)] = (inner + turned).turned(by: turns[1])
        parts[part(2)] = (outer - sum).turned(by: turns[2])
        parts[part(3)] = (inner - turned).turned(by: turns[3])
      }
      return parts
    }.map(\.x)
  }

  private static func stages(of size: Int) -> [Stage] {
    sequence(first: 1) { 4 * $0 }.prefix { $0 < size }.map { Stage(count: $0, of: size) }
  }

  /// Join of `radix` spectra of `count` values each in every group.
  private struct Stage {
    let radix: Int
    let count: Int
    let groups: Int

    var size: Int { radix * count }

    init(count: Int, of size: Int) {
      (radix, self.count) = (min(4, size / count), count)
      groups = size / (radix * count)
    }

    /// Whether a bin, at half the Nyquist frequency, has its own formula.
    func isMiddle(_ bin: Int) -> Bool { radix == 4 && count > 1 && 2 * bin == count }

    /// Calls `body` for each bin of the parts of each group, with the turns of the parts, the place
    /// of the bin in a part, and that of a bin in the group.
    func forEachBin(
      _ body: (
        _ bin: Int, _ turns: [Bin], _ part: (Int) -> Int, _ place: (Int) -> Int
      ) -> Void
    ) {
      for bin in 0...(count / 2) {
        let turns = (0..<radix).map { turn(of: bin, in: $0) }
        for group in 0..<groups {
          body(bin, turns, { (group + $0 * groups) * (count / 2 + 1) + bin }) {
            group * (size / 2 + 1) + $0
          }
        }
      }
    }

    private func turn(of bin: Int, in part: Int) -> Bin {
      if 4 * bin * part == size { return Bin(0, 1) }
      let angle = Double(bin) * (Double(part) * (2 * Double.pi / Double(size)))
      return Bin(Double.cos(angle), Double.sin(angle))
    }
  }
}

extension FFTPACK.Bin {
  fileprivate var conjugate: Self { Self(x, -y) }

  fileprivate var timesI: Self { Self(-y, x) }

  fileprivate func turned(by turn: Self) -> Self {
    Self(turn.x * x - turn.y * y, turn.x * y + turn.y * x)
  }
}
