/** The names of a list, found by parts that sound or are spelled alike: not each investor is compared with each name. */
import { type Person, partsOf, scorePeople, skeletonOf } from './names.ts'

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

/** The index of a list. */
export function createNameIndex(names: readonly ListedName[]) {
  const people: Person[] = names.map(({ name, birth_date }) => ({
    parts: partsOf(name),
    birthDate: birth_date,
  }))
  const byKey = new Map<string, number[]>()
  for (const [at, { parts }] of people.entries()) {
    for (const key of new Set(parts.flatMap(keysOf))) {
      const found = byKey.get(key)
      if (found) found.push(at)
      else byKey.set(key, [at])
    }
  }

  return {
    /** The entries that a person may be, each by the name that fits best; the most likely first. */
    find(person: Person, threshold: number): Candidate[] {
      const near = new Set(person.parts.flatMap(keysOf).flatMap((key) => byKey.get(key) ?? []))
      const best = new Map<string, Candidate>()
      for (const at of near) {
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
