// The k-th smallest of many numbers without sorting them: Hoare (1961), "Algorithm 65: FIND".

/// Selection inside a buffer that may be reordered.
package enum OrderStatistic {
  /// The median of a non-empty buffer; with an even count the mean of the middle two. Reorders.
  package static func median(of values: inout [Double]) -> Double {
    let middle = values.count / 2
    let upper = smallest(rank: middle, of: &values)
    guard values.count.isMultiple(of: 2) else { return upper }
    // After selection everything before `middle` is at most the selected value.
    var lower = values[0]
    for index in 1..<max(1, middle) { lower = max(lower, values[index]) }
    return 0.5 * (lower + upper)
  }

  /// The value with `rank` smaller or equal ones before it (from 0); that many come to stand
  /// before it. Reorders.
  package static func smallest(rank: Int, of values: inout [Double]) -> Double {
    smallest(rank: rank, ofFirst: values.count, in: &values)
  }

  /// The same among the first `count` values, `rank < count`.
  static func smallest(rank: Int, ofFirst count: Int, in values: inout [Double]) -> Double {
    var low = 0
    var high = count - 1
    while low < high {
      let pivot = middleOfThree(values, low, high)
      let (below, through) = partition(&values, from: low, through: high, around: pivot)
      if rank < below {
        high = below - 1
      } else if rank < through {
        return pivot
      } else {
        low = through
      }
    }
    return values[rank]
  }

  private static func middleOfThree(_ values: [Double], _ low: Int, _ high: Int) -> Double {
    let (a, b, c) = (values[low], values[low + (high - low) / 2], values[high])
    return max(min(a, b), min(max(a, b), c))
  }

  /// Moves what is less than `pivot` to the front of `low ... high`, what equals it behind that.
  /// - Returns: The index behind the smaller ones, and behind the equal ones.
  private static func partition(
    _ values: inout [Double], from low: Int, through high: Int, around pivot: Double
  ) -> (below: Int, through: Int) {
    var below = low
    // Every value is swapped and the boundary moves or not: no branch to mispredict.
    for index in low...high {
      let value = values[index]
      values[index] = values[below]
      values[below] = value
      below += value < pivot ? 1 : 0
    }
    var through = below
    for index in below...high {
      let value = values[index]
      values[index] = values[through]
      values[through] = value
      through += value == pivot ? 1 : 0
    }
    return (below, through)
  }
}
