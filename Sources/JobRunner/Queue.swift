/// A first-in, first-out queue that releases memory as it empties.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var count: Int { elements.count - head }
  var first: Element? { isEmpty ? nil : elements[head] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[head] = nil
      head += 1
      // The cost of moving the rest is at most the number of elements removed since the last move.
      if head > 32 && 2 * head > elements.count {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }

  mutating func dropFirst(while isUnwanted: (Element) -> Bool) {
    while let first, isUnwanted(first) { _ = popFirst() }
  }
}

extension Queue: Sendable where Element: Sendable {}
