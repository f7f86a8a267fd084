// Reads the catalogue of codes as a program would that says everything in its own words.

import TestSupport
import VoiceTypes

/// Codes and sentences found in documents.
struct CodeFindings {
  /// Ids of the sentences.
  var ids: Set<String> = []

  /// How many were filled in and compared.
  var checked = 0

  /// Codes and sentences that differ from the catalogue.
  var problems: [String] = []
}

/// A catalogue that was printed.
struct CodeReader {
  /// A sentence as the catalogue has it.
  struct Entry {
    let id: String
    let template: String
    let advice: String?
    let parameters: [String]

    /// The parameters of text and advice.
    var names: [String] { [template, advice ?? ""].flatMap { MessageTemplate($0).parameters } }

    /// The message alone, and with the advice.
    func texts(_ values: [String: String]) -> [String] {
      let message = MessageTemplate(template).filled(with: values)
      return [message, Wording.joined(message, MessageTemplate(advice ?? "").filled(with: values))]
    }
  }

  let codes: [JSONValue]
  let places: [String]
  let parameters: Set<String>

  /// One or more catalogues.
  init(_ all: JSONValue...) {
    codes = all.flatMap { $0["codes"]?.elements ?? [] }
    let places = all.flatMap { $0["places"]?.elements ?? [] }.compactMap {
      $0["place"]?.stringValue
    }
    self.places = Set(places).sorted()
    parameters = Set(
      all.flatMap { $0["parameters"]?.elements ?? [] }.compactMap { $0["name"]?.stringValue })
  }

  var sentences: [Entry] { places.flatMap(sentences(in:)) }

  func sentences(in place: String) -> [Entry] {
    codes.filter { $0["place"] == .string(place) }.flatMap { $0["sentences"]?.elements ?? [] }
      .compactMap { json in
        guard let id = json["id"]?.stringValue, let template = json["template"]?.stringValue else {
          return nil
        }
        return Entry(
          id: id, template: template, advice: json["advice"]?.stringValue,
          parameters: (json["parameters"]?.elements ?? []).compactMap(\.stringValue))
      }
  }

  private func has(_ code: String, in places: Set<String>? = nil) -> Bool {
    codes.contains { entry in
      entry["code"] == .string(code)
        && places.map { $0.contains(entry["place"]?.stringValue ?? "") } ?? true
    }
  }

  /// Looks for codes and sentences anywhere in a document.
  func check(_ json: JSONValue, _ found: inout CodeFindings) {
    switch json {
    case .object(let members):
      checkObject(json, &found)
      for member in members { check(member.value, &found) }
    case .array(let elements): for element in elements { check(element, &found) }
    default: break
    }
  }

  private func checkObject(_ json: JSONValue, _ found: inout CodeFindings) {
    for (key, place) in [("event", "event"), ("phase", "phase"), ("outcome", "outcome")] {
      if let word = json[key]?.stringValue, !has(word, in: [place]) {
        found.problems.append("\(key) \(word)")
      }
    }
    if let type = json["signal_type"] { checkEvidence(type, &found) }
    let isCheck = json["verdict"] != nil && json["code"] == nil
    guard let code = json["code"]?.stringValue ?? (isCheck ? json["id"]?.stringValue : nil) else {
      return
    }
    guard has(code) else { return found.problems.append("code \(code)") }
    guard let message = json["message"]?.stringValue else { return }
    let advice = json["advice"]?.stringValue
    checkSentence(
      json["sentence"], code, [message, advice.map { Wording.joined(message, $0) }], &found)
  }

  /// A type that was determined names as many sentences as it has reasons.
  private func checkEvidence(_ type: JSONValue, _ found: inout CodeFindings) {
    let reasons = (type["reasons"]?.elements ?? []).compactMap(\.stringValue)
    let sentences = type["sentences"]?.elements ?? []
    guard type["type"] != .null else { return }
    guard reasons.count == sentences.count else {
      return found.problems.append("\(reasons.count) reasons, \(sentences.count) sentences")
    }
    for (reason, sentence) in zip(reasons, sentences) {
      checkSentence(sentence, "", [reason], &found)
    }
  }

  private func checkSentence(
    _ sentence: JSONValue?, _ code: String, _ said: [String?], _ found: inout CodeFindings
  ) {
    let id = sentence?["id"]?.stringValue ?? code
    var values: [String: String] = [:]
    if case .object(let members)? = sentence?["parameters"] {
      for member in members { values[member.key] = member.value.stringValue }
    }
    let entries = sentences.filter { $0.id == id }
    let texts = entries.filter { Set($0.parameters) == Set(values.keys) }.flatMap {
      $0.texts(values)
    }
    found.ids.insert(id)
    found.checked += 1
    if !said.compactMap(\.self).contains(where: texts.contains) {
      found.problems.append(
        "\(id) \(values.sorted { $0.key < $1.key }): \(said.compactMap(\.self))")
    }
  }
}
