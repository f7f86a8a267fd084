// Scaling and translation of marks, for figures inside a page.

extension Point {
  /// Scales relative to the page corner, then translates.
  func scaled(by factor: Double, movedBy offset: Point) -> Point {
    Point(factor * x + offset.x, factor * y + offset.y)
  }
}

extension Box {
  func scaled(by factor: Double, movedBy offset: Point) -> Box {
    Box(
      left: factor * left + offset.x, top: factor * top + offset.y,
      right: factor * right + offset.x, bottom: factor * bottom + offset.y)
  }
}

extension Stroke {
  func scaled(by factor: Double) -> Stroke {
    var stroke = self
    stroke.width *= factor
    return stroke
  }
}

extension Mark {
  /// Returns the scaled and translated mark. The factor also applies to line widths and font sizes.
  func scaled(by factor: Double = 1, movedBy offset: Point) -> Mark {
    func place(_ point: Point) -> Point { point.scaled(by: factor, movedBy: offset) }
    switch self {
    case .line(let from, let to, let stroke):
      return .line(from: place(from), to: place(to), stroke.scaled(by: factor))
    case .curves(let curves, let stroke):
      return .curves(curves.map { $0.map(place) }, stroke.scaled(by: factor))
    case .dots(let points, let ink, let diameter):
      return .dots(points.map(place), ink, diameter: factor * diameter)
    case .area(let points, let ink): return .area(points.map(place), ink)
    case .rectangle(let box, let ink):
      return .rectangle(box.scaled(by: factor, movedBy: offset), ink)
    case .frame(let box, let stroke):
      return .frame(box.scaled(by: factor, movedBy: offset), stroke.scaled(by: factor))
    case .text(var label):
      label.place = place(label.place)
      label.font.size *= factor
      return .text(label)
    case .image(let image, let levels, let box):
      return .image(image, levels: levels, box.scaled(by: factor, movedBy: offset))
    }
  }
}
