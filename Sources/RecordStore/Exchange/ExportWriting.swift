// Writes an export.

internal import VoiceTypes

struct ExportContents {
  /// People with their baselines.
  let people: [ExportedPerson]

  /// People with their profiles.
  let profiles: [ExportedPerson]

  let session: (SessionID) throws -> ExportedSession
}

extension ExportRequest {
  /// Writes the whole export or nothing.
  /// - Parameter contents: Is called after the output was created.
  func write(
    on files: any FileSystem, _ contents: () throws -> ExportContents
  ) throws -> ExportReport {
    let name = ExportName(path, files)
    let isZIP = path.lowercased().hasSuffix(".zip")
    let target: any ExportTarget = if isZIP { try ZIPTarget(name) } else { try FolderTarget(name) }
    do {
      let report = try write(try contents(), to: target)
      try target.finish()
      return report
    } catch {
      target.giveUp()
      throw error
    }
  }

  private func write(
    _ contents: ExportContents, to target: any ExportTarget
  ) throws -> ExportReport {
    var report = ExportReport()
    var manifest = ExportManifest(form, version: version)
    for id in sessions {
      let complete = try contents.session(id)
      let session = form == .complete ? complete : Deidentification.session(complete)
      for file in session.files {
        try target.add(file.bytes, as: ExportLayout.path(of: file.name, in: .session(id)))
      }
      manifest.sessions.append(session.listed)
      report.sessions += 1
      report.guests += complete.isLocalOnly ? 1 : 0
      report.files += session.files.count
      progress?(sessions.count + report.sessions, 2 * sessions.count)
    }
    try writePeople(contents, to: target, &manifest, &report)
    try target.add(manifest.json.fileBytes, as: ExportManifest.name)
    return report
  }

  private func writePeople(
    _ contents: ExportContents, to target: any ExportTarget, _ manifest: inout ExportManifest,
    _ report: inout ExportReport
  ) throws {
    let (people, profiles) = (contents.people, contents.profiles)
    guard form == .complete else {
      (report.baselinesLeftOut, report.peopleLeftOut) = (people.count, profiles.count)
      return
    }
    for person in people { try write(person, of: .person(person.user), to: target) }
    for person in profiles { try write(person, of: .profiles(person.user), to: target) }
    (manifest.people, manifest.profiles) = (people.map(\.listed), profiles.map(\.listed))
    report.files += (people + profiles).reduce(0) { $0 + $1.files.count }
    (report.peopleWithBaselines, report.people) = (people.count, profiles.count)
  }

  private func write(
    _ person: ExportedPerson, of owner: ExportOwner, to target: any ExportTarget
  ) throws {
    for file in person.files {
      try target.add(file.bytes, as: ExportLayout.path(of: file.name, in: owner))
    }
  }
}
