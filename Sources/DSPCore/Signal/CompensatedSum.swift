/// Compensated sum: Neumaier (1974), ZAMM 54:39. Without it, a running sum of squares would keep
/// the rounding of loud parts in quiet ones, and equal correlations would differ.
package struct CompensatedSum {
  private var sum = 0.0
  private var lost = 0.0

  /// Creates an empty sum.
  package init() {}

  package var value: Double { sum + lost }

  /// Adds a term, which may be negative.
  package mutating func add(_ term: Double) {
    let next = sum + term
    lost += sum.magnitude >= term.magnitude ? (sum - next) + term : (term - next) + sum
    sum = next
  }

  /// Adds a product with its own rounding error: Ogita, Rump & Oishi (2005), SIAM J Sci Comput
  /// 26:1955, algorithm Dot2.
  package mutating func add(product first: Double, _ second: Double) {
    let product = first * second
    add(product)
    lost += (-product).addingProduct(first, second)
  }
}
