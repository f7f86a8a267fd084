// Sums that keep what rounding takes away. A sum of squares from which terms are taken again would
// otherwise leave the rounding of a loud stretch behind in a quiet one, and equal correlations
// would come out unequal.

/// A sum with its rounding errors carried along: Neumaier (1974), ZAMM 54:39.
package struct CompensatedSum {
  private var sum = 0.0
  private var lost = 0.0

  /// An empty sum.
  package init() {}

  /// The sum as a double.
  package var value: Double { sum + lost }

  /// Adds a term; a negative one takes a term away again.
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
