internal import RecordStore

/// A claim that did not succeed, and is tried again for the same session.
struct LateClaim {
  let file: ReadyFile
  let session: SessionID
  let machine: JobState
  let due: Duration
  let fault: FileSystemError
}
