// What a worker needs again for the next document of the same recording: its sound, which has come over the network and
// was held against its name once, and what was found of it first.

internal import VoicePipeline

/// A recording, and what the analysis before found first of it.
struct KnownSound {
  let bytes: [UInt8]

  /// Of the bytes.
  let sha256: String
  var look: CachedFirstPass?
}

/// The sound of jobs that were claimed together.
struct BatchSounds {
  private struct Key: Hashable {
    let tenant: String
    let sha256: String

    init(_ job: ClaimedJob) { (tenant, sha256) = (job.tenant, job.sha256) }
  }

  /// Twelve minutes at 44.1 kHz and 16 bits; what is beyond is read again [E].
  private static let mostBytes = 64 << 20

  private var kept: [Key: KnownSound] = [:]
  private var size = 0

  /// Keeps what one of the jobs that are left asks for too.
  mutating func keep(_ sound: KnownSound, of job: ClaimedJob, for rest: ArraySlice<ClaimedJob>) {
    let key = Key(job)
    guard size + sound.bytes.count <= Self.mostBytes, rest.contains(where: { Key($0) == key })
    else { return }
    kept[key] = sound
    size += sound.bytes.count
  }

  /// What was kept for a job, which goes with that.
  mutating func take(_ job: ClaimedJob) -> KnownSound? {
    let sound = kept.removeValue(forKey: Key(job))
    size -= sound?.bytes.count ?? 0
    return sound
  }
}
