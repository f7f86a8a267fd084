// JSON of a record. The order of members is fixed, so two records can be compared line by line.

public import FoundationEssentials
import VoiceTypes

extension BenchmarkRecord {
  /// Decodes a record.
  public init(json data: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  /// The record as text, with a newline at the end.
  public var json: String {
    let document: JSONValue = [
      "schema": .string(schema),
      "date": .string(date),
      "command": .string(command),
      "machine": .string(machine),
      "versions": .map(versions.mapValues { .string($0) }),
      "measurements": .array(measurements.map(\.value)),
      "notes": .array(notes.map { .string($0) }),
    ]
    return document.text(.pretty) + "\n"
  }
}

extension Measurement {
  fileprivate var value: JSONValue {
    [
      "tool": .string(tool),
      "task": .string(task),
      "input": .string(input),
      "audioSeconds": .number(audioSeconds),
      "quantity": .string(quantity.rawValue),
      "repetitions": .int(repetitions),
      "minimum": .number(minimum),
      "median": .number(median),
      "floor": .optional(floor),
      "transforms": .optional(transforms),
      "instructions": .optional(instructions),
      "files": .optional(files),
    ]
  }
}
