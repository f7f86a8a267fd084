internal import VoiceMath
internal import VoiceTypes

/// Member of a JSON object keyed by a percentage.
struct PercentMember<Value> {
  let percent: Double
  let value: Value
}

extension JSONCoder {
  /// Object keyed by percentages, in document order.
  static func byPercent<Element>(
    of element: JSONCoder<Element>
  ) -> JSONCoder where Value == [PercentMember<Element>] {
    JSONCoder(
      write: { members in
        .object(members.map { .init(Decimal.text($0.percent), element.write($0.value)) })
      },
      describe: JSONCoder<[String: Element]>.map(of: element).describe(),
      read: { json, reading in
        guard case .object(let members) = json else {
          return reading.refuse(json, allowed: "an object")
        }
        let read = members.compactMap { member -> PercentMember<Element>? in
          guard let percent = Double(member.key), (0...100).contains(percent) else {
            reading.note(member.key, found: member.key.excerpt, allowed: "a number of percent")
            return nil
          }
          return reading.value(of: member, element.read)
            .map { PercentMember(percent: percent, value: $0) }
        }
        return read.count == members.count ? read : nil
      })
  }
}
