import RecordStore
import Testing

@testable import Onboarding
@testable import VoiceServer

@Suite struct KeyedSerialQueueTests {
  @Test func `exactly the maximum number of concurrent callers waits, the others are busy`()
    async throws
  {
    let queue = KeyedSerialQueue()
    try await queue.begin("ada")
    let callers = 200

    let admitted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<callers {
        group.addTask {
          guard (try? await queue.begin("ada")) != nil else { return false }
          queue.end("ada")
          return true
        }
      }
      var results: [Bool] = []
      // The refused callers answer while the queue is held.
      while results.count < callers - KeyedSerialQueue.mostWaiting, let next = await group.next() {
        results.append(next)
      }
      queue.end("ada")
      for await next in group { results.append(next) }
      return results.count { $0 }
    }

    #expect(admitted == KeyedSerialQueue.mostWaiting)
    #expect(!queue.isTaken("ada"))
  }
}

@Suite struct EventBroadcasterTests {
  private func user(_ number: Int) -> UserHash { UserHash(text: "\(number)") }

  @Test func `people without events and listeners are dropped, others up to the maximum`() {
    let events = EventBroadcaster(run: "a")
    var streams = (0..<2 * EventBroadcaster.mostPeople).map {
      events.updates(of: user($0), after: nil)
    }
    let heard = events.people
    streams.removeAll()
    let ended = events.people

    for number in 0..<2 * EventBroadcaster.mostPeople {
      events.publish(FlowLogEntry(name: .started, step: .explainer), of: user(number))
    }

    #expect(heard == 2 * EventBroadcaster.mostPeople)
    #expect(ended == 0)
    #expect(events.people == EventBroadcaster.mostPeople)
  }

  @Test func `events after an eviction follow the last event that a client has`() async {
    let events = EventBroadcaster(run: "a")
    let note = FlowLogEntry(name: .started, step: .explainer)
    for _ in 1...3 { events.publish(note, of: user(0)) }
    for number in 1...EventBroadcaster.mostPeople { events.publish(note, of: user(number)) }
    events.publish(note, of: user(0))

    var replayed = events.updates(of: user(0), after: "a-3").makeAsyncIterator()

    #expect(await replayed.next()?.id == "a-\(4 + EventBroadcaster.mostPeople)")
  }
}
