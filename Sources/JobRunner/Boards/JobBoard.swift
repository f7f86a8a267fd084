// What workers on any number of machines ask of the one place that knows what is to be done: the board.
//
// A claim is a lease with a token. Whoever holds it says so again before it runs out; a lease that ran out
// is lost, whether somebody else took the job by then or not, and nothing that is said with its token
// is written any more. Attempts are counted when a job is claimed, so that one that ends its worker is
// counted too. All times are the board's own: no worker's clock counts.

package import RecordStore
package import VoiceTypes

/// A queue of recordings that several programs take from at a time.
package protocol JobBoard: Sendable {
  /// Puts a recording on the board. The same bytes of the same person are one session, and what is
  /// queued or stored of it already is not queued again.
  func enqueue(_ submission: BoardSubmission) throws(StoreError) -> BoardReceipt

  /// Takes jobs for as long as the lease lasts; none where nothing is due. What is wanted of one recording comes
  /// together where the limit lets it, and of several recordings the quick documents first. A job whose lease ran
  /// out before comes alone.
  /// - Parameter limit: At most so many.
  func claim(
    _ limit: Int, for lease: Duration, by worker: String
  ) throws(StoreError) -> [ClaimedJob]

  /// A job's recording, held against what the job says of it.
  func recording(of job: ClaimedJob) throws(StoreError) -> BoardSound

  /// Makes leases last from now on again.
  /// - Returns: Those that are still held.
  func heartbeat(
    _ leases: [JobLease], for lease: Duration
  ) throws(StoreError) -> Set<JobLease>

  /// Keeps documents and ends their jobs, both or neither for each of them. May be said again.
  /// - Returns: The leases whose documents are kept. Of others nothing was written.
  func finish(_ jobs: [FinishedJob]) throws(StoreError) -> Set<JobLease>

  /// Lets a job be done later, unless its attempts are spent: then it is put aside.
  /// - Returns: Whether the lease was still held.
  @discardableResult
  func delay(
    _ lease: JobLease, by delay: Duration, because fault: BoardFault
  ) throws(StoreError) -> Bool

  /// Gives back jobs that were not begun; the attempt does not count.
  func giveBack(_ leases: [JobLease]) throws(StoreError)

  /// Puts a job aside, to be looked at by somebody.
  /// - Returns: Whether the lease was still held.
  @discardableResult
  func quarantine(_ lease: JobLease, because fault: BoardFault) throws(StoreError) -> Bool

  /// Waits until something was put on the board or the time is over.
  func awaitWork(_ patience: Duration) throws(StoreError)
}

/// The right to a job, as long as it lasts.
package struct JobLease: Sendable, Hashable {
  package let job: Int

  /// No other lease has it.
  package let token: Int

  package init(job: Int, token: Int) { (self.job, self.token) = (job, token) }
}

/// A job that was claimed.
package struct ClaimedJob: Sendable, Equatable {
  package let lease: JobLease
  package let tenant: String
  package let session: SessionID

  /// What names the recording: the SHA-256 of its bytes, or where a board encrypts them a hash of that; 64 hexadecimal
  /// digits.
  package let sha256: String
  package let tier: Tier

  /// The number of this attempt, counted from 1.
  package let attempt: Int

  package init(
    _ lease: JobLease, tenant: String, session: SessionID, sha256: String, tier: Tier, attempt: Int
  ) {
    (self.lease, self.tenant, self.session) = (lease, tenant, session)
    (self.sha256, self.tier, self.attempt) = (sha256, tier, attempt)
  }
}

/// What a board has of a recording.
package enum BoardSound: Sendable, Equatable {
  /// Its bytes, with their SHA-256 in 64 hexadecimal digits.
  case found([UInt8], sha256: String)
  case missing
  /// The bytes are not those that were put in.
  case changed
}

/// What came of a job.
package struct FinishedJob: Sendable {
  package let lease: JobLease
  package let session: SessionID
  package let tier: Tier

  /// The document, byte by byte as it is kept.
  package let document: [UInt8]

  /// What made it.
  package let maker: DocumentMaker

  package init(_ job: ClaimedJob, document: [UInt8], by maker: DocumentMaker) {
    (lease, session, tier) = (job.lease, job.session, job.tier)
    (self.document, self.maker) = (document, maker)
  }
}

/// What a document's numbers depend on besides the recording.
package struct DocumentMaker: Sendable, Hashable {
  /// The version of the software.
  package let engine: String

  /// Of the settings, 64 hexadecimal digits.
  package let settingsSHA256: String

  package init(engine: String, settingsSHA256: String) {
    (self.engine, self.settingsSHA256) = (engine, settingsSHA256)
  }
}

/// A recording for the board.
package struct BoardSubmission: Sendable {
  /// Whose clinic, practice or study it is: small letters, digits, `.`, `_` and `-`, 63 at most.
  package var tenant: String

  /// Whose recording it is; nil where nobody says.
  package var user: UserHash?

  /// The name of the file.
  package var name: String
  package var bytes: [UInt8]

  /// The documents that are wanted, by whom they are expected to be made.
  package var wanted: [Tier: DocumentMaker]

  /// Of what is due, that with a higher one comes first: 0 to 9.
  package var priority = 0

  /// So many claims without an end are no accident.
  package var mostAttempts = 5

  package init(
    tenant: String, user: UserHash? = nil, name: String, bytes: [UInt8],
    wanted: [Tier: DocumentMaker]
  ) {
    (self.tenant, self.user, self.name) = (tenant, user, name)
    (self.bytes, self.wanted) = (bytes, wanted)
  }
}

/// What became of a submission.
package struct BoardReceipt: Sendable, Equatable {
  package let session: SessionID

  /// Whether it is the first time that it came.
  package let isNew: Bool

  package init(_ session: SessionID, isNew: Bool) { (self.session, self.isNew) = (session, isNew) }
}

/// Why a job was not done.
package enum BoardFault: String, Error, CaseIterable, Sendable {
  /// Its workers came to their ends, or were not heard of any more.
  case workerLost = "worker_lost"
  /// The bytes of the recording are not to be had.
  case recordingMissing = "recording_missing"
  /// The bytes are not those that the job is of.
  case recordingChanged = "recording_changed"
  /// The board does not take the document.
  case documentRefused = "document_refused"
}
