internal import VoiceMath

extension JSONCoder where Value == String {
  /// Any text.
  package static var anyText: JSONCoder {
    text(allowed: "a text", schema: ["type": "string"]) { _ in true }
  }

  /// Non-empty text.
  package static var text: JSONCoder {
    text(allowed: "a text that is not empty", schema: ["type": "string", "minLength": 1]) {
      !$0.isEmpty
    }
  }

  /// Text with at least one non-white-space character.
  package static var notBlank: JSONCoder {
    text(allowed: "a non-blank text", schema: ["type": "string", "pattern": "\\S"]) {
      !$0.isBlank
    }
  }

  /// SHA-256 as lower-case hexadecimal digits.
  package static var hash: JSONCoder {
    text(
      allowed: "64 lower-case hexadecimal digits",
      schema: ["type": "string", "pattern": "^[0-9a-f]{64}$"], Hex.isSHA256)
  }

  /// Text that satisfies `isAllowed`.
  package static func text(
    allowed: String, schema: JSONValue, _ isAllowed: @escaping @Sendable (String) -> Bool
  ) -> JSONCoder {
    JSONCoder(
      write: { .string($0) }, describe: schema,
      read: { json, reading in
        if case .string(let text) = json, isAllowed(text) { return text }
        return reading.refuse(json, allowed: allowed)
      })
  }
}

extension JSONCoder where Value == Bool {
  /// Boolean.
  package static var flag: JSONCoder {
    JSONCoder(
      write: { .bool($0) }, describe: ["type": "boolean"],
      read: { json, reading in
        if case .bool(let flag) = json { return flag }
        return reading.refuse(json, allowed: "true or false")
      })
  }
}

extension JSONCoder where Value == Double {
  /// Finite number.
  package static var number: JSONCoder { number(allowed: "a number", []) { _ in true } }

  /// Number not less than zero.
  package static var notNegative: JSONCoder {
    number(allowed: "a number from 0 up", [.init("minimum", 0)]) { $0 >= 0 }
  }

  /// Number greater than zero.
  package static var positive: JSONCoder {
    number(allowed: "a number above 0", [.init("exclusiveMinimum", 0)]) { $0 > 0 }
  }

  /// Number within a range.
  package static func number(in range: ClosedRange<Double>) -> JSONCoder {
    let (low, high) = (range.lowerBound, range.upperBound)
    return number(
      allowed: "a number from \(Decimal.text(low)) to \(Decimal.text(high))",
      [.init("minimum", .wholeIfExact(low)), .init("maximum", .wholeIfExact(high))],
      range.contains)
  }

  /// Writes a number without fraction as an integer: `44100`, not `44100.0`.
  package var short: JSONCoder {
    JSONCoder(write: { .wholeIfExact($0) }, describe: describe(), read: read)
  }

  private static func number(
    allowed: String, _ rules: [JSONValue.Member],
    _ isAllowed: @escaping @Sendable (Double) -> Bool
  ) -> JSONCoder {
    JSONCoder(
      write: { .number($0) }, describe: .object([.init("type", "number")] + rules),
      read: { json, reading in
        if let number = json.finiteNumber, isAllowed(number) { return number }
        return reading.refuse(json, allowed: allowed)
      })
  }
}

extension JSONCoder where Value: UnitValue {
  /// Quantity, stored as the number in its unit.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func unit(_ number: JSONCoder<Double> = .number) -> JSONCoder {
    mapped(number, allowed: "a number", { Value($0) }, { $0.value })
  }
}

extension JSONCoder where Value == Int {
  /// Non-negative integer.
  package static var count: JSONCoder {
    whole(in: 0...Int.max, ["type": "integer", "minimum": 0])
  }

  /// Positive integer.
  package static var positiveCount: JSONCoder {
    whole(in: 1...Int(Int32.max), ["type": "integer", "minimum": 1])
  }

  /// Integer in a range. `schema` replaces the derived schema.
  package static func whole(in range: ClosedRange<Int>, _ schema: JSONValue? = nil) -> JSONCoder {
    let allowed =
      range.upperBound == .max
      ? "a whole number from \(range.lowerBound) up"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return JSONCoder(
      write: { .int($0) },
      describe: schema ?? [
        "type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound),
      ],
      read: { json, reading in
        if let number = json.wholeNumber, range.contains(number) { return number }
        return reading.refuse(json, allowed: allowed)
      })
  }
}

extension JSONCoder where Value: CaseIterable & RawRepresentable<String> & Sendable {
  /// Raw value of an enumeration.
  package static var choice: JSONCoder {
    @_semantics("optimize.sil.specialize.generic.never")
    get {
      JSONCoder(
        write: { .string($0.rawValue) },
        describe: ["enum": .array(Value.allCases.map { .string($0.rawValue) })],
        read: { json, reading in
          if case .string(let word) = json, let choice = Value(rawValue: word) { return choice }
          return reading.refuse(json, allowed: Value.words)
        })
    }
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// Raw values of the type for messages.
  package static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension JSONCoder where Value == JSONValue {
  /// Any JSON value.
  package static var anything: JSONCoder {
    JSONCoder(write: { $0 }, describe: true, read: { json, _ in json })
  }
}

extension JSONCoder where Value == RecordedTime {
  /// Time with its zone.
  package static var recordedTime: JSONCoder {
    mapped(
      .anyText, allowed: RecordedTime.form, { RecordedTime($0) }, { $0.text })
  }
}

extension JSONValue {
  /// Finite number; nil for any other value.
  package var finiteNumber: Double? {
    switch self {
    case .int(let number): Double(number)
    case .number(let number): number.isFinite ? number : nil
    default: nil
    }
  }

  /// A whole number. JSON Schema counts 34.0 among them, and some languages write it so.
  package var wholeNumber: Int? {
    switch self {
    case .int(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }
}
