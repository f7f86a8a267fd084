// Detection of complete files, with a manual clock.

import Testing
import VoiceTypes

@testable import JobRunner

@Suite struct FileStabilityTrackerTests {
  private func observation(
    _ path: String, size: Int, modified: Int64 = 0, _ source: ObservationSource
  ) -> FileObservation {
    let stamp = FileStamp(device: 1, inode: 2, size: size, modified: modified)
    return FileObservation(path: path, stamp: stamp, source: source)
  }

  private func tracker() -> FileStabilityTracker {
    FileStabilityTracker(timeouts: StabilityTimeouts())
  }

  @Test func `a closed file of the declared length is complete immediately`() {
    var tracker = tracker()

    tracker.found(observation("a", size: 9, .finished), at: .zero) { .fits }

    #expect(tracker.next(at: .zero) == "a")
    #expect(tracker.next(at: .zero) == nil)
  }

  @Test func `a file must be unchanged for the settle time`() {
    var tracker = tracker()
    tracker.found(observation("a", size: 9, .scanned), at: .zero) { .fits }

    #expect(tracker.next(at: .milliseconds(1999)) == nil)
    #expect(tracker.nextDue(at: .zero) == .seconds(2))
    #expect(tracker.next(at: .seconds(2)) == "a")
  }

  @Test func `a closed file without a header needs the settle time`() {
    var tracker = tracker()
    tracker.found(observation("a", size: 9, .finished), at: .zero) { .unknown }

    #expect(tracker.next(at: .seconds(1)) == nil)
    #expect(tracker.next(at: .seconds(2)) == "a")
  }

  @Test func `every change restarts the settle time`() {
    var tracker = tracker()
    for second in 0..<10 {
      tracker.found(observation("a", size: second, .scanned), at: .seconds(second)) { .unknown }
      #expect(tracker.next(at: .seconds(second)) == nil)
    }

    #expect(tracker.next(at: .milliseconds(10_999)) == nil)
    #expect(tracker.next(at: .seconds(11)) == "a")
  }

  @Test func `an earlier modification time is a change`() {
    var tracker = tracker()
    tracker.found(observation("a", size: 9, modified: 100, .scanned), at: .zero) { .fits }
    tracker.found(observation("a", size: 9, modified: -100, .scanned), at: .seconds(1)) { .fits }

    #expect(tracker.next(at: .seconds(2)) == nil)
    #expect(tracker.next(at: .seconds(3)) == "a")
  }

  @Test func `a truncated file waits until the deadline`() {
    var tracker = tracker()
    tracker.found(observation("a", size: 9, .finished), at: .zero) { .short }

    #expect(tracker.next(at: .seconds(59)) == nil)
    #expect(tracker.next(at: .seconds(60)) == "a")
  }

  @Test func `the rest of a truncated file completes it immediately`() {
    var tracker = tracker()
    tracker.found(observation("a", size: 9, .finished), at: .zero) { .short }
    tracker.found(observation("a", size: 20, .scanned), at: .seconds(30)) { .fits }
    tracker.found(observation("a", size: 20, .finished), at: .seconds(30)) { .fits }

    #expect(tracker.next(at: .seconds(30)) == "a")
    #expect(tracker.next(at: .seconds(100)) == nil)
  }

  @Test func `a repeated notification gives a file once`() {
    var tracker = tracker()
    for _ in 0..<3 {
      tracker.found(observation("a", size: 9, .finished), at: .zero) { .fits }
    }

    #expect(tracker.next(at: .zero) == "a")
    #expect(tracker.next(at: .seconds(100)) == nil)
  }

  @Test func `the header of an unchanged file is read once`() {
    var tracker = tracker()
    var reads = 0
    for _ in 0..<3 {
      tracker.found(observation("a", size: 9, .scanned), at: .zero) {
        reads += 1
        return .fits
      }
    }

    #expect(reads == 1)
  }

  @Test func `a removed file is not waited for`() {
    var tracker = tracker()
    tracker.found(observation("a", size: 9, .scanned), at: .zero) { .fits }
    tracker.found(observation("b", size: 9, .scanned), at: .zero) { .fits }

    #expect(tracker.forgetAll(except: [UTF8Key("b")]) == ["a"])
    #expect(tracker.count == 1)
    #expect(tracker.next(at: .seconds(2)) == "b")
    #expect(tracker.nextDue(at: .seconds(2)) == nil)
  }

  @Test func `names that differ in the composition of an accent are two files`() {
    var tracker = tracker()
    let names = ["\u{e9}.wav", "e\u{301}.wav"]
    for (name, size) in zip(names, [8, 9]) {
      tracker.found(observation(name, size: size, .finished), at: .zero) { .fits }
    }

    #expect(tracker.count == 2)
    let found = [tracker.next(at: .zero), tracker.next(at: .zero)]
    #expect(found.map { $0.map(UTF8Key.init) } == names.map(UTF8Key.init))
    tracker.forget(names[0])
    #expect(tracker.stamp(of: names[1])?.size == 9)
  }

  @Test func `files are returned in the order of completion`() {
    var tracker = tracker()
    let names = (0..<500).map { "f\($0)" }
    for (index, name) in names.enumerated() {
      tracker.found(observation(name, size: index, .finished), at: .zero) { .fits }
    }

    #expect((0..<500).map { _ in tracker.next(at: .zero) } == names)
  }
}
