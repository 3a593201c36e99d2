/**
 * What investors are screened against. The only source is the watchlist uploaded last, if any. Another one,
 * such as a service, would be a function that returns a {@link ScreeningSource}.
 */
import { createHash } from 'node:crypto'
import { asc, gt } from 'drizzle-orm'
import { createYield } from '#common/cooperative-pause'
import { database, slowQueryDatabase } from '#db/connection'
import { screeningLists, screeningNames } from '#db/schema/compliance/screening'
import type { Person } from './name-matching.ts'
import { createNameIndex, type MatchCandidate, type WatchlistName } from './name-search-index.ts'

export interface ScreeningSource {
  /** A new version screens all investors again. */
  version: number
  /** Identifies the watchlist in memory: a restored database may have another one with the same version. */
  mark: string
  /** The entries that may be this person, with at least this score. */
  find(person: Person, threshold: number): Promise<MatchCandidate[]>
  /** Whether this entry exists. */
  has(entry: Pick<WatchlistName, 'list' | 'entry_id'>): boolean
  /** SHA-256 of all details of an entry; if it differs, the entry has changed. */
  hashOf(entry: Pick<WatchlistName, 'list' | 'entry_id'>): string
}

type StoredName = typeof screeningNames.$inferSelect

const keyOf = ({ list, entry_id }: Pick<WatchlistName, 'list' | 'entry_id'>) =>
  JSON.stringify([list, entry_id])

/** Names per read. */
const BATCH = 5_000

/**
 * All names in order. If the watchlist is replaced meanwhile, former names may be mixed in or missing, but no
 * new one is. The mark then differs, and everyone is screened again.
 */
async function readNames(): Promise<StoredName[]> {
  const names: StoredName[] = []
  for (;;) {
    const batch = await slowQueryDatabase()
      .select()
      .from(screeningNames)
      .where(gt(screeningNames.id, names.at(-1)?.id ?? 0))
      .orderBy(asc(screeningNames.id))
      .limit(BATCH)
    names.push(...batch)
    if (batch.length < BATCH) return names
  }
}

async function groupByEntry(names: readonly WatchlistName[]): Promise<Map<string, WatchlistName[]>> {
  const entries = new Map<string, WatchlistName[]>()
  const pause = createYield({ rest: 1 })
  for (const name of names) {
    await pause()
    const key = keyOf(name)
    const others = entries.get(key)
    if (others) others.push(name)
    else entries.set(key, [name])
  }
  return entries
}

const hashEntry = (names: readonly WatchlistName[]): string => {
  const lines = names.map(({ name, birth_date }) => `${name}\n${birth_date}`)
  return createHash('sha256').update(lines.sort().join('\n\n')).digest('hex')
}

/** Distinguishes the current watchlist from any other, read in every round; undefined while there is none. */
export async function getWatchlistVersion(): Promise<{ version: number; mark: string } | undefined> {
  const [row] = await database()
    .select({ version: screeningLists.version, uploaded_at: screeningLists.uploaded_at })
    .from(screeningLists)
  return row && { version: row.version, mark: `${row.version} ${row.uploaded_at.toISOString()}` }
}

/** The uploaded watchlist as a source. */
export async function openWatchlistSource({
  version,
  mark,
}: {
  version: number
  mark: string
}): Promise<ScreeningSource> {
  const names = await readNames()
  const index = await createNameIndex(names)
  const entries = await groupByEntry(names)
  return {
    version,
    mark,
    find: index.find,
    has: (entry) => entries.has(keyOf(entry)),
    hashOf: (entry) => hashEntry(entries.get(keyOf(entry)) ?? []),
  }
}
