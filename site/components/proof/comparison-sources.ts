/** What selected files are compared with: keys and snapshots from the reader, the other files and the site. */
import {
  fetchLatestSnapshot,
  fetchPublishedFacts,
  fetchPublishedKeys,
} from '#core/proof/published-proof-data'
import { checkSnapshot, findSigner } from '#shared/proof/check-snapshot'
import { MalformedFileError } from '#shared/proof/malformed-file'
import { type ParsedProofFile, parseProofFile } from '#shared/proof/parse-proof-file'
import type { ComparisonData } from '#shared/proof/proof-report'
import type { KnownKey } from '#shared/proof/published-keys'
import { hasSignature } from '#shared/proof/signed-file'
import { hashSnapshot, type Snapshot } from '#shared/proof/snapshot'
import { canFollow } from '#shared/proof/snapshot-id'
import { sha256 } from '#shared/sha256'

/** A selected file. */
export interface SelectedFile {
  name: string
  sha256: string
  /** Undefined for a document. */
  content: ParsedProofFile | undefined
  /** Why a file that starts like one of ours cannot be read. */
  damage?: MalformedFileError
  /** Whether it carries a signature, as certificates and statements do. */
  isIssued: boolean
}

const alreadyRead = new WeakMap<File, Promise<SelectedFile>>()

/** Whether a file can only be compared by its SHA-256. */
export const isDocument = ({ content, damage, isIssued }: SelectedFile): boolean =>
  !content && !damage && !isIssued

async function readNow(file: File): Promise<SelectedFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const read = { name: file.name, sha256: await sha256(bytes), isIssued: hasSignature(bytes) }
  try {
    return { ...read, content: parseProofFile(bytes) }
  } catch (error) {
    if (error instanceof MalformedFileError) return { ...read, content: undefined, damage: error }
    throw error
  }
}

/** Reads a file once. */
export function readSelectedFile(file: File): Promise<SelectedFile> {
  const reading = alreadyRead.get(file) ?? readNow(file)
  alreadyRead.set(file, reading)
  return reading
}

/** A snapshot with a valid signature. */
interface SignedSnapshot {
  snapshot: Snapshot
  hash: string
  /** In a file of its own: a copy within a proof does not show that its snapshot is published. */
  isFile: boolean
  /** Whether its other checks pass too, so that the documents it names count. */
  isInOrder: boolean
}

export interface ComparisonSources extends Pick<ComparisonData, 'keys' | 'areKeysGiven' | 'whyNoKeys'> {
  /** The keys published by this site, if it can be reached. */
  siteKeys: KnownKey[] | undefined
  /** If no keys are known, those named in proofs; what they signed remains unverified. */
  ownKeys: KnownKey[]
  snapshots: SignedSnapshot[]
}

interface KeyList {
  name: string
  keys: KnownKey[]
}

export const formatKeys = (keys: readonly KnownKey[]): string => keys.map(({ key }) => key).join(', ')

/** Which key lists differ, so that none can be trusted alone. An older copy may lack later keys. */
function explainDifference(lists: readonly KeyList[], siteKeys?: KnownKey[]): string | undefined {
  const [first] = lists
  const other = lists.find(({ keys }) =>
    siteKeys
      ? keys.some(({ key }) => !siteKeys.some((each) => each.key === key))
      : JSON.stringify(keys) !== JSON.stringify(first?.keys),
  )
  if (!first || !other) return undefined
  return `${other.name} lists ${formatKeys(other.keys)}, and ${
    siteKeys ? `this site currently lists ${formatKeys(siteKeys)}` : `${first.name} ${formatKeys(first.keys)}`
  }. Neither list was used.`
}

/** The snapshots signed by one of the keys; none in a browser without Ed25519, which is reported at each file. */
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

/**
 * Collects the sources from the readable files; `key` is the reader's own. `isListNeeded` also fetches the newest
 * snapshot.
 */
export async function collectComparisonSources(
  files: readonly SelectedFile[],
  { key, isListNeeded }: { key: string | undefined; isListNeeded: boolean },
): Promise<ComparisonSources> {
  const siteKeys = await fetchPublishedKeys()
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
  const newest = isListNeeded ? await fetchLatestSnapshot() : undefined
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

/** Whether the first one directly follows the other, if none is missing; within one day, the numbers decide. */
const isNext = (snapshot: Snapshot, other: Snapshot): boolean =>
  canFollow(snapshot, other) && dayOf(snapshot) - dayOf(other) <= DAY_MS

/** The previous snapshot among others: the one it names, or the latest that it may directly follow. */
function findBefore(snapshot: Snapshot, others: readonly SignedSnapshot[]): Snapshot | undefined {
  const [latest] = others
    .map((each) => each.snapshot)
    .filter((each) => isNext(snapshot, each))
    .toSorted((one, other) => other.date.localeCompare(one.date))
  return others.find(({ hash }) => hash === snapshot.previous_hash)?.snapshot ?? latest
}

/** What a snapshot can be compared with; what the site does not provide is looked for in the other files. */
export async function findComparisonData(
  snapshot: Snapshot,
  evidence: ComparisonSources,
): Promise<ComparisonData> {
  const { latest, published, previous } = await fetchPublishedFacts(snapshot)
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
