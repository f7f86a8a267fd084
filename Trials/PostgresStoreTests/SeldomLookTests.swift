// How seldom is looked at what costs much.

import PostgresStore
import Testing

@Suite struct SeldomLookTests {
  private let start = ContinuousClock.now

  @Test func `what costs little is looked at as often as it is asked for`() {
    var look = SeldomLook(atLeastEvery: .seconds(300))
    look.begin(at: start)
    look.end(at: start + .milliseconds(1))

    #expect(!look.isDue(at: start + .seconds(4), every: .seconds(5)))
    #expect(look.isDue(at: start + .seconds(5), every: .seconds(5)))
  }

  @Test func `what costs much is looked at for a hundredth of the time`() {
    var look = SeldomLook(atLeastEvery: .seconds(300))
    look.begin(at: start)
    look.end(at: start + .seconds(1))

    #expect(!look.isDue(at: start + .seconds(99), every: .seconds(5)))
    #expect(look.isDue(at: start + .seconds(100), every: .seconds(5)))
  }

  @Test func `there is a longest pause, and none before the first look or where none is wanted`() {
    var look = SeldomLook(atLeastEvery: .seconds(300))
    #expect(look.isDue(at: start, every: .seconds(5)))

    look.begin(at: start)
    look.end(at: start + .seconds(60))

    #expect(look.isDue(at: start + .seconds(300), every: .seconds(5)))
    #expect(look.isDue(at: start, every: .zero))
  }
}
