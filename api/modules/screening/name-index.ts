/** The names of a list, found by parts that sound or are spelled alike: not each investor is compared with each name. */
import { createPause } from '#common/pause'
import { joinParts, type Person, partsOf, scorePeople, skeletonOf } from './names.ts'

export interface ListedName {
  list: string
  entry_id: string
  name: string
  birth_date: string
}

export interface Candidate extends ListedName {
  /** Percent. */
  score: number
}

/** A part without one letter each, and whole: two that differ by one letter have one of these in common. */
function keysOf(part: string): string[] {
  const without = Array.from(part, (_, at) => part.slice(0, at) + part.slice(at + 1))
  return [part, ...(part.length > 2 ? without : []), `~${skeletonOf(part)}`]
}

/** The keys of a name: those of its parts, and the whole as one word. */
const keysOfName = (parts: readonly string[]): Set<string> =>
  new Set([...parts.flatMap(keysOf), ...joinParts(parts)])

/** Maps that share the keys: one alone would hold up the process for hundreds of milliseconds whenever it grows. */
const MAPS = 256

/** Positions in a list by key. Most keys have one: an array for each would double the memory. */
function createPositions() {
  const maps = Array.from({ length: MAPS }, () => new Map<string, number | number[]>())
  const mapOf = (key: string) => maps[Bun.hash.crc32(key) % MAPS]
  return {
    at: (key: string): number | number[] => mapOf(key)?.get(key) ?? [],
    add(key: string, at: number): void {
      const map = mapOf(key)
      const found = map?.get(key)
      if (found === undefined) map?.set(key, at)
      else if (typeof found === 'number') map?.set(key, [found, at])
      else found.push(at)
    },
  }
}

/** The index of a list. It is made and read with pauses: both take long with many names. */
export async function createNameIndex(names: readonly ListedName[]) {
  const people: Person[] = []
  const positions = createPositions()
  const pause = createPause({ rest: 1 })
  for (const [at, { name, birth_date }] of names.entries()) {
    await pause()
    const parts = partsOf(name)
    people.push({ parts, birthDate: birth_date })
    for (const key of keysOfName(parts)) positions.add(key, at)
  }

  return {
    /** The entries that a person may be, each by the name that fits best; the most likely first. */
    async find(person: Person, threshold: number): Promise<Candidate[]> {
      const near = new Set([...keysOfName(person.parts)].flatMap(positions.at))
      const best = new Map<string, Candidate>()
      for (const at of near) {
        await pause()
        const [name, listed] = [names[at], people[at]]
        if (!name || !listed) continue
        const score = scorePeople(person, listed)
        const key = JSON.stringify([name.list, name.entry_id])
        if (score >= threshold && score > (best.get(key)?.score ?? -1)) best.set(key, { ...name, score })
      }
      return [...best.values()].sort((a, b) => b.score - a.score)
    },
  }
}
