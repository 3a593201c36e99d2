/** Maximum number of topics: an announcement to all investors is a separate message to each. */
const TOPICS_MAX = 20_000

/** Recently published events, by topic: each event once, with the time it was last published. */
export function createReplayBuffer(milliseconds: number) {
  // In the order of their last event, so that expired topics come first.
  const topics = new Map<string, Map<string, number>>()

  function evict(now: number): void {
    for (const [topic, events] of topics) {
      const isOld = [...events.values()].every((publishedAt) => publishedAt + milliseconds <= now)
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
      evict(now)
    },

    /** The events of a topic that have not expired. */
    recall(topic: string): string[] {
      const now = performance.now()
      return [...(topics.get(topic) ?? [])]
        .filter(([, publishedAt]) => publishedAt + milliseconds > now)
        .map(([event]) => event)
    },

    /** The number of stored topics. */
    get size() {
      return topics.size
    },
  }
}
