/** What chosen files are compared with: keys and snapshots of the reader, of the other files, and of the site. */
import { readKeys, readNewest, readPublished } from '#core/proof/published'
import { checkSnapshot, findSigner } from '#shared/proof/check-snapshot'
import { DamagedFile } from '#shared/proof/damage'
import type { KnownKey } from '#shared/proof/keys'
import { type ReadFile, readProofFile } from '#shared/proof/read-file'
import type { Known } from '#shared/proof/report'
import { bearsSignature } from '#shared/proof/signed-file'
import { hashSnapshot, type Snapshot } from '#shared/proof/snapshot'
import { canFollow } from '#shared/proof/snapshot-id'
import { sha256 } from '#shared/sha256'

/** A chosen file. */
export interface ChosenFile {
  name: string
  sha256: string
  /** Undefined for a document. */
  content: ReadFile | undefined
  /** Why it cannot be read, where it begins as one of ours. */
  damage?: DamagedFile
  /** Whether it bears a signature, as certificates and statements do. */
  isIssued: boolean
}

const alreadyRead = new WeakMap<File, Promise<ChosenFile>>()

/** Whether a file can only be compared by its SHA-256. */
export const isDocument = ({ content, damage, isIssued }: ChosenFile): boolean =>
  !content && !damage && !isIssued

async function readNow(file: File): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const read = { name: file.name, sha256: await sha256(bytes), isIssued: bearsSignature(bytes) }
  try {
    return { ...read, content: readProofFile(bytes) }
  } catch (error) {
    if (error instanceof DamagedFile) return { ...read, content: undefined, damage: error }
    throw error
  }
}

/** Reads a file, once. */
export function readChosen(file: File): Promise<ChosenFile> {
  const reading = alreadyRead.get(file) ?? readNow(file)
  alreadyRead.set(file, reading)
  return reading
}

/** A snapshot whose signature holds. */
interface SignedSnapshot {
  snapshot: Snapshot
  hash: string
  /** A file of its own: a copy in a proof does not show that its snapshot is published. */
  isFile: boolean
  /** Whether its other checks hold too, so that what it names is named. */
  isInOrder: boolean
}

export interface Evidence extends Pick<Known, 'keys' | 'areKeysGiven' | 'whyNoKeys'> {
  /** The keys that this site publishes, where it can be asked. */
  siteKeys: KnownKey[] | undefined
  /** Where no keys are known, those that proofs name: what they signed is open. */
  ownKeys: KnownKey[]
  snapshots: SignedSnapshot[]
}

interface KeyList {
  name: string
  keys: KnownKey[]
}

export const listOf = (keys: readonly KnownKey[]): string => keys.map(({ key }) => key).join(', ')

/** Which lists of keys differ, of which one would vouch for anything. A copy that was kept may lack later keys. */
function explainDifference(lists: readonly KeyList[], siteKeys?: KnownKey[]): string | undefined {
  const [first] = lists
  const other = lists.find(({ keys }) =>
    siteKeys
      ? keys.some(({ key }) => !siteKeys.some((each) => each.key === key))
      : JSON.stringify(keys) !== JSON.stringify(first?.keys),
  )
  if (!first || !other) return undefined
  return `${other.name} lists ${listOf(other.keys)}, and ${
    siteKeys ? `this site, when it was asked now, ${listOf(siteKeys)}` : `${first.name} ${listOf(first.keys)}`
  }. Neither list is used.`
}

/** The snapshots that one of the keys has signed; none in a browser without Ed25519, which says so at each file. */
async function keepSigned(
  snapshots: readonly Pick<SignedSnapshot, 'snapshot' | 'isFile'>[],
  keys: readonly KnownKey[],
): Promise<SignedSnapshot[]> {
  const kept: SignedSnapshot[] = []
  for (const { snapshot, isFile } of snapshots) {
    const signer = await findSigner(snapshot, keys).catch(() => undefined)
    if (signer === undefined) continue
    const results = await checkSnapshot(snapshot, signer, { keys })
    const isInOrder = results.every(({ ok }) => ok)
    kept.push({ snapshot, isFile, isInOrder, hash: await hashSnapshot(snapshot) })
  }
  return kept
}

/** Gathers it from the files that could be read; `key` is the reader's own. `isListNeeded`: the newest snapshot too. */
export async function gather(
  files: readonly ChosenFile[],
  { key, isListNeeded }: { key: string | undefined; isListNeeded: boolean },
): Promise<Evidence> {
  const siteKeys = await readKeys()
  const lists = files.flatMap(({ name, content }) =>
    content?.kind === 'keys' ? [{ name, keys: content.keys }] : [],
  )
  const whyNoKeys = explainDifference(lists, siteKeys)
  const keys = key ? [{ key }] : whyNoKeys ? undefined : (siteKeys ?? lists[0]?.keys)
  const ownKeys = files.flatMap(({ content }) =>
    content?.kind === 'proof' ? [{ key: content.file.key }] : [],
  )
  const chosen = files.flatMap(({ content }) =>
    content?.kind === 'proof'
      ? [{ snapshot: content.file.snapshot, isFile: false }]
      : content?.kind === 'snapshot'
        ? [{ snapshot: content.snapshot, isFile: true }]
        : [],
  )
  const newest = isListNeeded ? await readNewest() : undefined
  const all = newest ? [...chosen, { snapshot: newest, isFile: false }] : chosen
  return {
    keys,
    areKeysGiven: !key && !siteKeys,
    whyNoKeys,
    siteKeys,
    ownKeys,
    snapshots: await keepSigned(all, keys ?? ownKeys),
  }
}

const DAY_MS = 86_400_000
const dayOf = ({ date }: Snapshot): number => Date.parse(date.slice(0, 10))

/** Whether the first one comes right after the other, if none is missing: of one day, the numbers say it. */
const isNext = (snapshot: Snapshot, other: Snapshot): boolean =>
  canFollow(snapshot, other) && dayOf(snapshot) - dayOf(other) <= DAY_MS

/** The one before among others: the one that it names, or the latest that it may come right after. */
function findBefore(snapshot: Snapshot, others: readonly SignedSnapshot[]): Snapshot | undefined {
  const [latest] = others
    .map((each) => each.snapshot)
    .filter((each) => isNext(snapshot, each))
    .toSorted((one, other) => other.date.localeCompare(one.date))
  return others.find(({ hash }) => hash === snapshot.previous_hash)?.snapshot ?? latest
}

/** What there is to compare a snapshot with; what the site does not tell is looked for in the other files. */
export async function findKnown(snapshot: Snapshot, evidence: Evidence): Promise<Known> {
  const { latest, published, previous } = await readPublished(snapshot)
  const others = evidence.snapshots.filter((each) => each.snapshot !== snapshot)
  return {
    ...evidence,
    latest,
    isPublishedGiven: published === undefined,
    published:
      published === undefined
        ? others.find((each) => each.isFile && each.snapshot.id === snapshot.id)?.snapshot
        : published,
    previous: previous === undefined ? findBefore(snapshot, others) : previous,
  }
}
