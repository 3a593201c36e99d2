/**
 * What investors are screened against. There is one source: the list that was uploaded last, or none. Another one, such
 * as a service, is a function that returns a {@link ScreeningSource}.
 */
import { createHash } from 'node:crypto'
import { asc } from 'drizzle-orm'
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
  find(person: Person, threshold: number): Candidate[]
  /** SHA-256 of all that is known of an entry; another one is another entry. */
  hashOf(entry: Pick<ListedName, 'list' | 'entry_id'>): string
}

const keyOf = ({ list, entry_id }: Pick<ListedName, 'list' | 'entry_id'>) => JSON.stringify([list, entry_id])

function hashEntries(names: readonly ListedName[]): Map<string, string> {
  const entries = new Map<string, string[]>()
  for (const name of names) {
    const key = keyOf(name)
    entries.set(key, [...(entries.get(key) ?? []), `${name.name}\n${name.birth_date}`])
  }
  return new Map(
    [...entries].map(([key, lines]) => [
      key,
      createHash('sha256').update(lines.sort().join('\n\n')).digest('hex'),
    ]),
  )
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
  const names = await slowDatabase().select().from(screeningNames).orderBy(asc(screeningNames.id))
  const index = createNameIndex(names)
  const hashes = hashEntries(names)
  return { version, mark, find: index.find, hashOf: (entry) => hashes.get(keyOf(entry)) ?? '' }
}
