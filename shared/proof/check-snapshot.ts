/** Checks a snapshot and what it refers to. */
import { formatUnitsWithSeparators, parseUnits } from './byte-encoding.ts'
import { type CheckResult, createCheckResult, toErrorText } from './check-result.ts'
import { computeCommitment } from './head-commitment.ts'
import { INVALID_KEY_MESSAGE, isPublicKey, type KnownKey } from './published-keys.ts'
import { hashSnapshot, isSnapshotSignedBy, type Snapshot, type SnapshotSeries } from './snapshot.ts'
import { canFollow } from './snapshot-id.ts'
import { assertSnapshotValues } from './snapshot-values.ts'

/** What a checker knows besides the file; undefined values are not compared. */
export interface PublishedData {
  /** The published keys, or the reader's own. */
  keys?: readonly KnownKey[] | undefined
  /** Whether a list of keys is the reader's, so that only the reader knows its origin. */
  areKeysGiven?: boolean | undefined
  /** Why there are no keys, as a sentence. */
  whyNoKeys?: string | undefined
  /** The hash of the latest audit log or register entry, opened or not, to look for in the snapshot. */
  head?: string | undefined
  /** The published snapshot with the same id; null if none is published. */
  published?: Snapshot | null | undefined
  /** Whether that is the reader's own file, so that only the reader knows its origin. */
  isPublishedGiven?: boolean | undefined
  /** The previous snapshot; null if none is published before it. */
  previous?: Snapshot | null | undefined
}

/** Whether all values are written as the format requires. */
function checkForm(snapshot: Snapshot): CheckResult {
  try {
    assertSnapshotValues(snapshot)
    return createCheckResult('units', true, 'All values in the snapshot are correctly formatted.')
  } catch (error) {
    return createCheckResult('units', false, `The snapshot contains an invalid value: ${toErrorText(error)}.`)
  }
}

/**
 * Whether the units in issue are covered by the units in custody; undefined if these are not valid units, see {@link
 * checkForm}.
 */
function checkBacking({ symbol, units_in_issue, units_held }: SnapshotSeries): CheckResult | undefined {
  let ok: boolean
  try {
    ok = parseUnits(units_in_issue) <= parseUnits(units_held)
  } catch {
    return undefined
  }
  const text = `${symbol}: ${formatUnitsWithSeparators(units_in_issue)} units in issue, ${formatUnitsWithSeparators(units_held)} units in custody.`
  return {
    finding: 'backing',
    ok,
    text: ok ? text : `Units in issue exceed units in custody. ${text}`,
    symbol,
  }
}

/** Whether the key is published and signed snapshots on that day. */
function checkKey({ id }: Snapshot, key: string, { keys, areKeysGiven }: PublishedData): CheckResult[] {
  if (!isPublicKey(key))
    return [createCheckResult('key', false, `The file does not name a key. ${INVALID_KEY_MESSAGE}`)]
  if (!keys) return []
  const known = keys.find((each) => each.key === key)
  if (!known)
    return [
      createCheckResult(
        'key',
        false,
        areKeysGiven
          ? `The key ${key} is not among the keys provided; the first of these is ${keys[0]?.key}.`
          : `The key does not match the published key (${keys[0]?.key ?? 'none published'}).`,
      ),
    ]
  const { days } = known
  if (!days)
    return [
      createCheckResult(
        'key',
        true,
        'The key matches the key provided; its validity dates were not checked.',
      ),
    ]
  const day = id.slice(0, 10)
  const isOfDay = days.from <= day && day <= days.until
  return [
    createCheckResult(
      'key',
      true,
      areKeysGiven
        ? `The key ${key} is in the list provided. Compare it with the published key.`
        : 'The key is published.',
    ),
    createCheckResult(
      'days',
      isOfDay,
      isOfDay ? `The key was valid on ${day}.` : `The key was not valid on ${day}: ${explainDays(days)}.`,
    ),
  ]
}

function explainDays({ from, until }: { from: string; until: string }): string {
  if (from > until) return 'it was never valid'
  return until.startsWith('9999') ? `it is valid from ${from}` : `it was valid from ${from} to ${until}`
}

/** Whether the snapshot is the one published under its id. */
async function checkPublished(
  snapshot: Snapshot,
  published: Snapshot | null,
  isGiven: boolean | undefined,
): Promise<CheckResult> {
  const { id } = snapshot
  if (published === null) return createCheckResult('published', false, `Snapshot ${id} is not published.`)
  if (published.id !== id)
    return createCheckResult(
      'published',
      false,
      `The file belongs to snapshot ${id}, but the published snapshot provided is ${published.id}.`,
    )
  const [here, there] = [await hashSnapshot(snapshot), await hashSnapshot(published)]
  if (here !== there)
    return createCheckResult(
      'published',
      false,
      `The snapshot does not match the published snapshot: its hash is ${here}; the hash of published snapshot ${id} is ${there}.`,
    )
  return createCheckResult(
    'published',
    true,
    isGiven
      ? `Snapshot ${id} matches the one provided. Compare it with the published snapshot.`
      : `Snapshot ${id} matches the published snapshot.`,
  )
}

/** Whether the snapshot names the previous one and comes after it, or is the first. */
async function checkChain(snapshot: Snapshot, previous: Snapshot | null): Promise<CheckResult> {
  const { id, date, previous_hash: named } = snapshot
  if (previous === null)
    return createCheckResult(
      'chain',
      named === null,
      named === null
        ? 'It references no previous snapshot, and none was published before it.'
        : `It references ${named} as the previous snapshot, but none was published before it.`,
    )
  const before = await hashSnapshot(previous)
  if (named !== before)
    return createCheckResult(
      'chain',
      false,
      `It should reference ${previous.id} (hash ${before}) as the previous snapshot, but references ${named ?? 'none'}.`,
    )
  const isInOrder = canFollow(snapshot, previous)
  return createCheckResult(
    'chain',
    isInOrder,
    isInOrder
      ? `It correctly follows snapshot ${previous.id}.`
      : `Snapshot ${id} of ${date} cannot follow ${previous.id} of ${previous.date}: ids and dates must increase.`,
  )
}

/** Whether the snapshot names a head, opened or from a snapshot before commitments, see `head-commitment.ts`. */
export async function checkHead({ id, audit_head, series }: Snapshot, head: string): Promise<CheckResult> {
  const commitment = await computeCommitment(head)
  const find = (value: string): string | undefined => {
    const symbol = series.find(({ register_head }) => register_head === value)?.symbol
    return value === audit_head ? 'the audit log' : symbol && `the register of ${symbol}`
  }
  const opened = find(commitment)
  const log = opened ?? find(head)
  return createCheckResult(
    'head',
    log !== undefined,
    log
      ? opened
        ? `The head provided matches ${log} in snapshot ${id}.`
        : `Snapshot ${id} publishes this value for ${log}; anyone can read it. A head with its nonce is stronger evidence.`
      : `Snapshot ${id} does not contain the head ${head}.`,
  )
}

/**
 * Checks a snapshot: key, signature, the published version, its place in the chain, its values, and the units in
 * custody. Without a key, none of the known keys has signed it.
 */
export async function checkSnapshot(
  snapshot: Snapshot,
  key: string | undefined,
  known: PublishedData = {},
): Promise<CheckResult[]> {
  const { published, isPublishedGiven, previous, head } = known
  const results = key === undefined ? [] : checkKey(snapshot, key, known)
  if (key === undefined || isPublicKey(key)) {
    const isSigned = key !== undefined && (await isSnapshotSignedBy(snapshot, key))
    const signer = key === undefined ? 'any of the keys compared' : 'this key'
    const text = `Snapshot ${snapshot.id} is ${isSigned ? '' : 'not '}signed with ${signer}.`
    results.push(createCheckResult('signature', isSigned, text))
  }
  if (published !== undefined) results.push(await checkPublished(snapshot, published, isPublishedGiven))
  if (previous !== undefined) results.push(await checkChain(snapshot, previous))
  results.push(checkForm(snapshot))
  results.push(...snapshot.series.flatMap((series) => checkBacking(series) ?? []))
  if (!head) return results
  const isSound = results.every(({ ok }) => ok)
  return [
    ...results,
    isSound
      ? await checkHead(snapshot, head)
      : createCheckResult('head', false, `Not checked: snapshot ${snapshot.id} is not valid.`),
  ]
}

/** The key that signed a snapshot, which names none itself; undefined if none of these did. */
export async function findSigner(snapshot: Snapshot, keys: readonly KnownKey[]): Promise<string | undefined> {
  for (const { key } of keys) if (await isSnapshotSignedBy(snapshot, key)) return key
  return undefined
}

/**
 * Checks that a snapshot contains the SHA-256 of a file: as the attestation or a document of one of its series. The
 * snapshot itself is checked by {@link checkSnapshot}.
 */
export function checkDocument({ id, series }: Snapshot, sha256: string): CheckResult {
  const names = series.flatMap(({ symbol, attestation_sha256, documents_sha256 }) => [
    ...(attestation_sha256 === sha256 ? [`the attestation of ${symbol}`] : []),
    ...(documents_sha256?.includes(sha256) ? [`a document of ${symbol}`] : []),
  ])
  if (names.length > 0)
    return createCheckResult('document', true, `Recorded in snapshot ${id} as ${names.join(' and ')}.`)
  const text = series.some(({ documents_sha256 }) => documents_sha256)
    ? `Not recorded in snapshot ${id}: no document or attestation has SHA-256 ${sha256}.`
    : `Snapshot ${id} lists no documents and no attestation with SHA-256 ${sha256}.`
  return createCheckResult('document', false, text)
}
