// Page geometry: x to the right, y down, in page units (one pixel on screen).

/// A position on a page.
package struct Point: Sendable, Equatable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// An axis-aligned rectangle.
package struct Box: Sendable, Equatable {
  package var left: Double
  package var top: Double
  package var right: Double
  package var bottom: Double

  package init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  package var width: Double { right - left }
  package var height: Double { bottom - top }
  package var middle: Point { Point((left + right) / 2, (top + bottom) / 2) }

  /// Creates the bounding box of points; nil without points.
  package init?(around points: [Point]) {
    guard let first = points.first else { return nil }
    var box = Box(left: first.x, top: first.y, right: first.x, bottom: first.y)
    for point in points {
      box.left = min(box.left, point.x)
      box.right = max(box.right, point.x)
      box.top = min(box.top, point.y)
      box.bottom = max(box.bottom, point.y)
    }
    self = box
  }
}
