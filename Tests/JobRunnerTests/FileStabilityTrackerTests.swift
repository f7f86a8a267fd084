// When a file counts as complete, on a clock that the test moves.

import JobRunner
import Testing
import VoiceTypes

@Suite struct FileStabilityTrackerTests {
  private func stamp(size: Int, modified: Int64 = 0) -> FileStamp {
    FileStamp(device: 1, inode: 2, size: size, modified: modified)
  }

  private func tracker() -> FileStabilityTracker {
    FileStabilityTracker(timeouts: StabilityTimeouts())
  }

  @Test func `a file that was closed and is as long as it says is complete at once`() {
    var tracker = tracker()

    tracker.found(FileObservation("a", stamp(size: 9), .finished), at: .zero) { .fits }

    #expect(tracker.next(at: .zero) == "a")
    #expect(tracker.next(at: .zero) == nil)
  }

  @Test func `a file that is found has to stay the same for the settle time`() {
    var tracker = tracker()
    tracker.found(FileObservation("a", stamp(size: 9), .scanned), at: .zero) { .fits }

    #expect(tracker.next(at: .milliseconds(1999)) == nil)
    #expect(tracker.nextDue(at: .zero) == .seconds(2))
    #expect(tracker.next(at: .seconds(2)) == "a")
  }

  @Test func `a file without a header settles even when it was closed`() {
    var tracker = tracker()
    tracker.found(FileObservation("a", stamp(size: 9), .finished), at: .zero) { .unknown }

    #expect(tracker.next(at: .seconds(1)) == nil)
    #expect(tracker.next(at: .seconds(2)) == "a")
  }

  @Test func `every change starts the settle time again`() {
    var tracker = tracker()
    for second in 0..<10 {
      tracker.found(FileObservation("a", stamp(size: second), .scanned), at: .seconds(second)) {
        .unknown
      }
      #expect(tracker.next(at: .seconds(second)) == nil)
    }

    #expect(tracker.next(at: .milliseconds(10_999)) == nil)
    #expect(tracker.next(at: .seconds(11)) == "a")
  }

  @Test func `a time of the file that goes back is a change like any other`() {
    var tracker = tracker()
    tracker.found(FileObservation("a", stamp(size: 9, modified: 100), .scanned), at: .zero) {
      .fits
    }
    tracker.found(FileObservation("a", stamp(size: 9, modified: -100), .scanned), at: .seconds(1)) {
      .fits
    }

    #expect(tracker.next(at: .seconds(2)) == nil)
    #expect(tracker.next(at: .seconds(3)) == "a")
  }

  @Test func `a file that is too short is waited for until the deadline`() {
    var tracker = tracker()
    tracker.found(FileObservation("a", stamp(size: 9), .finished), at: .zero) { .short }

    #expect(tracker.next(at: .seconds(59)) == nil)
    #expect(tracker.next(at: .seconds(60)) == "a")
  }

  @Test func `the rest of a short file makes it complete at once`() {
    var tracker = tracker()
    tracker.found(FileObservation("a", stamp(size: 9), .finished), at: .zero) { .short }
    tracker.found(FileObservation("a", stamp(size: 20), .scanned), at: .seconds(30)) { .fits }
    tracker.found(FileObservation("a", stamp(size: 20), .finished), at: .seconds(30)) { .fits }

    #expect(tracker.next(at: .seconds(30)) == "a")
    #expect(tracker.next(at: .seconds(100)) == nil)
  }

  @Test func `the same hint twice gives a file once`() {
    var tracker = tracker()
    for _ in 0..<3 {
      tracker.found(FileObservation("a", stamp(size: 9), .finished), at: .zero) { .fits }
    }

    #expect(tracker.next(at: .zero) == "a")
    #expect(tracker.next(at: .seconds(100)) == nil)
  }

  @Test func `the header of a file that did not change is read once`() {
    var tracker = tracker()
    var reads = 0
    for _ in 0..<3 {
      tracker.found(FileObservation("a", stamp(size: 9), .scanned), at: .zero) {
        reads += 1
        return .fits
      }
    }

    #expect(reads == 1)
  }

  @Test func `a file that went away is not waited for`() {
    var tracker = tracker()
    tracker.found(FileObservation("a", stamp(size: 9), .scanned), at: .zero) { .fits }
    tracker.found(FileObservation("b", stamp(size: 9), .scanned), at: .zero) { .fits }

    #expect(tracker.forgetAll(except: ["b"]) == ["a"])
    #expect(tracker.count == 1)
    #expect(tracker.next(at: .seconds(2)) == "b")
    #expect(tracker.nextDue(at: .seconds(2)) == nil)
  }

  @Test func `files come out in the order in which they became complete`() {
    var tracker = tracker()
    let names = (0..<500).map { "f\($0)" }
    for (index, name) in names.enumerated() {
      tracker.found(FileObservation(name, stamp(size: index), .finished), at: .zero) { .fits }
    }

    #expect((0..<500).map { _ in tracker.next(at: .zero) } == names)
  }
}
