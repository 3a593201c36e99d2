/** Topics kept at most: an announcement to everybody is a message to each of them. */
const TOPICS_MAX = 20_000

/** What was told of late, by topic: each event once, with when it was told last. */
export function createReplayBuffer(milliseconds: number) {
  // In the order in which they were told last, so that what is forgotten stands in front.
  const topics = new Map<string, Map<string, number>>()

  function forget(now: number): void {
    for (const [topic, events] of topics) {
      const isOld = [...events.values()].every((toldAt) => toldAt + milliseconds <= now)
      if (!isOld && topics.size <= TOPICS_MAX) return
      topics.delete(topic)
    }
  }

  return {
    keep(topic: string, event: string): void {
      const now = performance.now()
      const events = topics.get(topic) ?? new Map<string, number>()
      events.set(event, now)
      topics.delete(topic)
      topics.set(topic, events)
      forget(now)
    },

    /** The events of a topic that are not forgotten yet. */
    recall(topic: string): string[] {
      const now = performance.now()
      return [...(topics.get(topic) ?? [])]
        .filter(([, toldAt]) => toldAt + milliseconds > now)
        .map(([event]) => event)
    },

    /** How many topics are kept. */
    get size() {
      return topics.size
    },
  }
}
