/**
 * What investors are screened against. There is one source: the list that was uploaded last, or none. Another one, such
 * as a service, is a function that returns a {@link ScreeningSource}.
 */
import { createHash } from 'node:crypto'
import { asc, gt } from 'drizzle-orm'
import { createPause } from '#common/pause'
import { database, slowDatabase } from '#db/connection'
import { screeningLists, screeningNames } from '#db/schema/screening'
import { type Candidate, createNameIndex, type ListedName } from './name-index.ts'
import type { Person } from './names.ts'

export interface ScreeningSource {
  /** Another version screens all investors again. */
  version: number
  /** Of the list in memory: a restored database may have another list of the same version. */
  mark: string
  /** The entries that a person may be, with at least this score. */
  find(person: Person, threshold: number): Promise<Candidate[]>
  /** Whether there is such an entry. */
  has(entry: Pick<ListedName, 'list' | 'entry_id'>): boolean
  /** SHA-256 of all that is known of an entry; another one is another entry. */
  hashOf(entry: Pick<ListedName, 'list' | 'entry_id'>): string
}

type StoredName = typeof screeningNames.$inferSelect

const keyOf = ({ list, entry_id }: Pick<ListedName, 'list' | 'entry_id'>) => JSON.stringify([list, entry_id])

/** Names of one read. */
const BATCH = 5_000

/**
 * All names, in their order. If the list is replaced meanwhile, names of the former one may be among those of the new
 * one, or missing; none of the new one is. Its mark differs then, and all are screened again.
 */
async function readNames(): Promise<StoredName[]> {
  const names: StoredName[] = []
  for (;;) {
    const batch = await slowDatabase()
      .select()
      .from(screeningNames)
      .where(gt(screeningNames.id, names.at(-1)?.id ?? 0))
      .orderBy(asc(screeningNames.id))
      .limit(BATCH)
    names.push(...batch)
    if (batch.length < BATCH) return names
  }
}

async function groupByEntry(names: readonly ListedName[]): Promise<Map<string, ListedName[]>> {
  const entries = new Map<string, ListedName[]>()
  const pause = createPause({ rest: 1 })
  for (const name of names) {
    await pause()
    const key = keyOf(name)
    const others = entries.get(key)
    if (others) others.push(name)
    else entries.set(key, [name])
  }
  return entries
}

const hashEntry = (names: readonly ListedName[]): string => {
  const lines = names.map(({ name, birth_date }) => `${name}\n${birth_date}`)
  return createHash('sha256').update(lines.sort().join('\n\n')).digest('hex')
}

/** What distinguishes the present list from any other, read with every round; undefined while there is none. */
export async function readListMark(): Promise<{ version: number; mark: string } | undefined> {
  const [row] = await database()
    .select({ version: screeningLists.version, uploaded_at: screeningLists.uploaded_at })
    .from(screeningLists)
  return row && { version: row.version, mark: `${row.version} ${row.uploaded_at.toISOString()}` }
}

/** The uploaded list as a source. */
export async function openList({
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
