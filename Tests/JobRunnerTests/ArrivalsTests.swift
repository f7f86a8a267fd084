// When a file counts as complete, on a clock that the test moves.

import JobRunner
import Testing
import VoiceTypes

@Suite struct ArrivalsTests {
  private func stamp(size: Int, modified: Int64 = 0) -> FileStamp {
    FileStamp(device: 1, inode: 2, size: size, modified: modified)
  }

  private func arrivals() -> Arrivals { Arrivals(patience: Patience()) }

  @Test func `a file that was closed and is as long as it says is complete at once`() {
    var arrivals = arrivals()

    arrivals.found(Sighting("a", stamp(size: 9), .finished), at: .zero) { .fits }

    #expect(arrivals.next(at: .zero) == "a")
    #expect(arrivals.next(at: .zero) == nil)
  }

  @Test func `a file that is found has to stay the same for the settle time`() {
    var arrivals = arrivals()
    arrivals.found(Sighting("a", stamp(size: 9), .scanned), at: .zero) { .fits }

    #expect(arrivals.next(at: .milliseconds(1999)) == nil)
    #expect(arrivals.nextDue(at: .zero) == .seconds(2))
    #expect(arrivals.next(at: .seconds(2)) == "a")
  }

  @Test func `a file without a header settles even when it was closed`() {
    var arrivals = arrivals()
    arrivals.found(Sighting("a", stamp(size: 9), .finished), at: .zero) { .unknown }

    #expect(arrivals.next(at: .seconds(1)) == nil)
    #expect(arrivals.next(at: .seconds(2)) == "a")
  }

  @Test func `every change starts the settle time again`() {
    var arrivals = arrivals()
    for second in 0..<10 {
      arrivals.found(Sighting("a", stamp(size: second), .scanned), at: .seconds(second)) {
        .unknown
      }
      #expect(arrivals.next(at: .seconds(second)) == nil)
    }

    #expect(arrivals.next(at: .milliseconds(10_999)) == nil)
    #expect(arrivals.next(at: .seconds(11)) == "a")
  }

  @Test func `a time of the file that goes back is a change like any other`() {
    var arrivals = arrivals()
    arrivals.found(Sighting("a", stamp(size: 9, modified: 100), .scanned), at: .zero) { .fits }
    arrivals.found(Sighting("a", stamp(size: 9, modified: -100), .scanned), at: .seconds(1)) {
      .fits
    }

    #expect(arrivals.next(at: .seconds(2)) == nil)
    #expect(arrivals.next(at: .seconds(3)) == "a")
  }

  @Test func `a file that is too short is waited for until the deadline`() {
    var arrivals = arrivals()
    arrivals.found(Sighting("a", stamp(size: 9), .finished), at: .zero) { .short }

    #expect(arrivals.next(at: .seconds(59)) == nil)
    #expect(arrivals.next(at: .seconds(60)) == "a")
  }

  @Test func `the rest of a short file makes it complete at once`() {
    var arrivals = arrivals()
    arrivals.found(Sighting("a", stamp(size: 9), .finished), at: .zero) { .short }
    arrivals.found(Sighting("a", stamp(size: 20), .scanned), at: .seconds(30)) { .fits }
    arrivals.found(Sighting("a", stamp(size: 20), .finished), at: .seconds(30)) { .fits }

    #expect(arrivals.next(at: .seconds(30)) == "a")
    #expect(arrivals.next(at: .seconds(100)) == nil)
  }

  @Test func `the same hint twice gives a file once`() {
    var arrivals = arrivals()
    for _ in 0..<3 {
      arrivals.found(Sighting("a", stamp(size: 9), .finished), at: .zero) { .fits }
    }

    #expect(arrivals.next(at: .zero) == "a")
    #expect(arrivals.next(at: .seconds(100)) == nil)
  }

  @Test func `the header of a file that did not change is read once`() {
    var arrivals = arrivals()
    var reads = 0
    for _ in 0..<3 {
      arrivals.found(Sighting("a", stamp(size: 9), .scanned), at: .zero) {
        reads += 1
        return .fits
      }
    }

    #expect(reads == 1)
  }

  @Test func `a file that went away is not waited for`() {
    var arrivals = arrivals()
    arrivals.found(Sighting("a", stamp(size: 9), .scanned), at: .zero) { .fits }
    arrivals.found(Sighting("b", stamp(size: 9), .scanned), at: .zero) { .fits }

    #expect(arrivals.forgetAll(except: ["b"]) == ["a"])
    #expect(arrivals.count == 1)
    #expect(arrivals.next(at: .seconds(2)) == "b")
    #expect(arrivals.nextDue(at: .seconds(2)) == nil)
  }

  @Test func `files come out in the order in which they became complete`() {
    var arrivals = arrivals()
    let names = (0..<500).map { "f\($0)" }
    for (index, name) in names.enumerated() {
      arrivals.found(Sighting(name, stamp(size: index), .finished), at: .zero) { .fits }
    }

    #expect((0..<500).map { _ in arrivals.next(at: .zero) } == names)
  }
}
