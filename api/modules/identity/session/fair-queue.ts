/**
 * A fair queue: no entry waits behind all those of another network. Each entry has a path, widest part first: networks,
 * smaller networks, an IP address. At each level the parts take turns, so every network gets one turn, however many
 * entries it has in the queue.
 */

export interface Waiting {
  path: readonly string[]
}

interface Level<T> {
  parts: Map<string, Level<T>>
  /** At the end of a path, in order of arrival. */
  entries: T[]
  /** Number of entries waiting here and below. */
  size: number
}

const makeLevel = <T>(): Level<T> => ({ parts: new Map(), entries: [], size: 0 })

/** Creates an empty queue. */
export function createFairQueue<T extends Waiting>() {
  const root = makeLevel<T>()

  /** The existing levels of a path, from the root down. */
  function levelsOf(path: readonly string[]): Level<T>[] {
    const levels = [root]
    for (const name of path) {
      const next = levels.at(-1)?.parts.get(name)
      if (!next) break
      levels.push(next)
    }
    return levels
  }

  function add(entry: T): void {
    let level = root
    level.size += 1
    for (const name of entry.path) {
      let next = level.parts.get(name)
      if (!next) {
        next = makeLevel()
        level.parts.set(name, next)
      }
      level = next
      level.size += 1
    }
    level.entries.push(entry)
  }

  /** Removes an entry from any position. Does nothing if it is not queued. */
  function remove(entry: T): void {
    const levels = levelsOf(entry.path)
    const entries = levels[entry.path.length]?.entries
    const at = entries?.indexOf(entry) ?? -1
    if (at < 0) return
    entries?.splice(at, 1)
    for (const level of levels) level.size -= 1
    for (const [depth, name] of entry.path.entries()) {
      const level = levels[depth]
      if (level?.parts.get(name)?.size === 0) {
        level.parts.delete(name)
        return
      }
    }
  }

  /** Finds the next entry that may go, part by part; parts that had a turn move behind the others. */
  function find(level: Level<T>, mayGo: (entry: T) => boolean): T | undefined {
    const first = level.entries.find(mayGo)
    if (first) return first
    for (const [name, part] of level.parts) {
      const found = find(part, mayGo)
      if (!found) continue
      level.parts.delete(name)
      level.parts.set(name, part)
      return found
    }
    return undefined
  }

  return {
    add,
    remove,
    /** Removes and returns the next entry that may go. */
    take(mayGo: (entry: T) => boolean): T | undefined {
      const entry = find(root, mayGo)
      if (entry) remove(entry)
      return entry
    },
    /** Removes and returns the newest entry of the largest part, choosing the largest on each level. */
    takeFromLargest(): T | undefined {
      let level = root
      while (level.parts.size > 0) {
        level = [...level.parts.values()].reduce((most, part) => (part.size >= most.size ? part : most))
      }
      const entry = level.entries.at(-1)
      if (entry) remove(entry)
      return entry
    },
    /** The number of entries waiting in the part of the queue at `path`; in all of it for an empty one. */
    count(path: readonly string[]): number {
      return levelsOf(path)[path.length]?.size ?? 0
    },
  }
}
