/**
 * An index of watchlist names by parts of similar sound or spelling, so that an investor need not be compared
 * with every name.
 */
import { createYield } from '#common/cooperative-pause'
import { ANY_LETTER } from '#common/look-alikes'
import {
  calculateMatchScore,
  coarsen,
  type Form,
  joinParts,
  type KnownParts,
  mergeNeighbors,
  type Part,
  type Person,
  splitName,
  toConsonantSkeleton,
} from './name-matching.ts'

export interface WatchlistName {
  list: string
  entry_id: string
  name: string
  birth_date: string
}

export interface MatchCandidate extends WatchlistName {
  /** In percent. */
  score: number
}

/** A word in full and with each single letter removed: two words that differ by one letter share a key. */
function keysOfForm({ text, coarse }: Form): string[] {
  const without = Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))
  return [text, ...(text.length > 2 ? without : []), ...coarse.map((skeleton) => `~${skeleton}`)]
}

/** The keys of a part: as written, and without a joined particle. */
const keysOfPart = ({ forms: [form, other] }: Part): string[] =>
  other && other.text.length < form.text.length
    ? [...keysOfForm(form), ...keysOfForm(other)]
    : keysOfForm(form)

/** The keys of a name joined into one word. */
function keysOfWhole(parts: readonly Part[]): string[] {
  const joined = joinParts(parts)
  return parts.length > 1 ? [...joined, `~${coarsen(toConsonantSkeleton(joined[0] ?? ''))}`] : [...joined]
}

const keysOfName = (parts: readonly Part[]): Set<string> =>
  new Set([...parts.flatMap(keysOfPart), ...keysOfWhole(parts)])

/**
 * In a name with more parts than this, two of them must be close to those of an entry: a single part is too
 * common.
 */
const FEW_PARTS = 4

/** Most words of one name that are searched for in all words of the watchlist. */
const OPEN_MOST = 3

/** Words with several unknown letters, as patterns: they share no key with the words they stand for. */
const openPatterns = (parts: readonly Part[]): RegExp[] =>
  parts
    .map(({ forms }) => forms[0].text)
    .filter((text) => text.split(ANY_LETTER).length > 2 && text.replaceAll(ANY_LETTER, '').length > 1)
    .slice(0, OPEN_MOST)
    .map((text) => new RegExp(`^${text.replaceAll(ANY_LETTER, '.')}$`))

/**
 * Number of maps that share the keys: a single map would block the process for hundreds of milliseconds each
 * time it grows.
 */
const MAPS = 256

/** Watchlist positions by key. Most keys have one position: an array for each would double the memory. */
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

/**
 * Builds the index of a watchlist. Building and searching pause now and then: both are slow with many names.
 */
export async function createNameIndex(names: readonly WatchlistName[]) {
  const people: Person[] = []
  const positions = createPositions()
  const words: KnownParts = new Map()
  const pause = createYield({ rest: 1 })
  for (const [at, { name, birth_date }] of names.entries()) {
    await pause()
    const parts = splitName(name, words)
    people.push({ parts, birthDate: birth_date })
    for (const key of keysOfName(parts)) positions.add(key, at)
  }

  /** The entries with words similar to those of a name. */
  async function findNear(parts: readonly Part[]): Promise<Set<number>> {
    const near = new Set(keysOfWhole(parts).flatMap(positions.at))
    const once = new Set<number>()
    for (const part of [...parts, ...mergeNeighbors(parts)]) {
      await pause()
      for (const at of new Set(keysOfPart(part).flatMap(positions.at))) {
        if (parts.length <= FEW_PARTS || once.has(at)) near.add(at)
        else once.add(at)
      }
    }
    for (const pattern of openPatterns(parts)) {
      await pause()
      for (const { forms } of words.values()) {
        if (pattern.test(forms[0].text)) for (const at of [positions.at(forms[0].text)].flat()) near.add(at)
      }
    }
    return near
  }

  return {
    /** The entries that may be this person, each with its best matching name; most likely first. */
    async find(person: Person, threshold: number): Promise<MatchCandidate[]> {
      const near = await findNear(person.parts)
      const best = new Map<string, MatchCandidate>()
      for (const at of near) {
        await pause()
        const [name, listed] = [names[at], people[at]]
        if (!name || !listed) continue
        const score = calculateMatchScore(person, listed)
        const key = JSON.stringify([name.list, name.entry_id])
        if (score >= threshold && score > (best.get(key)?.score ?? -1)) best.set(key, { ...name, score })
      }
      return [...best.values()].sort((a, b) => b.score - a.score)
    },
  }
}
