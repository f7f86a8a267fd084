// The baselines of a person in an export: whether they are what they say, how they stand to those
// that the store keeps, and taking them in. They keep their numbers, times and reasons, so the line
// of baselines goes on where it came from.

internal import VoiceTypes

/// The baselines of a person of an export, checked.
struct ImportedPerson {
  /// The person.
  private(set) var userID = ""

  /// The baselines, oldest first.
  private(set) var baselines: [KeptBaseline] = []

  /// Why they are none.
  private(set) var problems: [String] = []

  /// Checks the files of a person, by their names.
  init(_ user: UserHash, _ files: [String: [UInt8]]) {
    for number in 1...max(1, files.count) {
      let name = ExportLayout.version(number)
      let path = ExportLayout.path(of: name, in: .person(user))
      guard let bytes = files[name] else {
        problems.append("\(path) is missing")
        continue
      }
      do throws(StoreError) {
        let kept = try KeptBaseline(parsing: bytes, file: path)
        problems += problems(of: kept, bytes, number, user).map { "\(path): \($0)" }
        baselines.append(kept)
        userID = kept.userID ?? ""
      } catch {
        problems.append(error.description)
      }
    }
  }

  private func problems(
    of kept: KeptBaseline, _ bytes: [UInt8], _ number: Int, _ user: UserHash
  ) -> [String] {
    guard let userID = kept.userID, UserHash(exportedFor: userID) == user, kept.user == user else {
      return ["the person differs from the folder name"]
    }
    guard kept.number == number, kept.parentSHA256 == baselines.last?.sha256 else {
      return ["the version does not follow the previous baseline"]
    }
    return kept.json.fileBytes == bytes ? [] : ["the encoding is not canonical"]
  }
}

extension RecordStore {
  /// How the baselines of a person stand to what the store holds.
  enum BaselineStanding {
    /// These follow what is there, which is the same as far as it goes; there may be none.
    case new([KeptBaseline])
    case inTheWay(SessionConflict.Reason)
  }

  func standing(of person: ImportedPerson) throws(StoreError) -> BaselineStanding {
    let user = userHash(of: person.userID)
    let coming = person.baselines.map { $0.filed(under: user) }
    let own = try baselines(for: user)
    if own.isEmpty, try wasPurged(user, from: "baselines") { return .inTheWay(.purged) }
    // As bytes: equality of texts ignores how accents are composed.
    let isSame = zip(own, coming).allSatisfy { $0.json.fileBytes == $1.json.fileBytes }
    return isSame ? .new(Array(coming.dropFirst(own.count))) : .inTheWay(.otherContents)
  }

  /// Whether files of a person were taken out of one of their folders.
  func wasPurged(_ user: UserHash, from kind: String) throws(StoreError) -> Bool {
    let folder = "\(kind)/\(user.text)/"
    return try storeLog().lines.contains { line in
      line.entry.documents.contains { $0.sha256 == nil && $0.name.hasPrefix(folder) }
    }
  }

  /// Takes in what is new of a person's baselines.
  func adopt(_ person: ImportedPerson) throws(StoreError) {
    guard case .new(let baselines) = try standing(of: person) else {
      throw .fileSystem(.interfered(with: layout.baselines))
    }
    for baseline in baselines { try takeIn(baseline) }
  }
}
