/** Checks a snapshot, and what it names. */
import { groupUnits, readUnits } from './bytes.ts'
import { commitmentOf } from './heads.ts'
import { isPublicKey, type KnownKey, NO_KEY } from './keys.ts'
import { type CheckResult, found, wordsOf } from './result.ts'
import { hashSnapshot, isSignedBy, type Snapshot, type SnapshotSeries } from './snapshot.ts'
import { canFollow } from './snapshot-id.ts'
import { checkValues } from './values.ts'

/** What a checker knows beside a file; what is undefined is not compared. */
export interface Published {
  /** The published keys, or those that the reader has. */
  keys?: readonly KnownKey[] | undefined
  /** Whether a list of keys is the reader's, so that only they know where it is from. */
  areKeysGiven?: boolean | undefined
  /** Why there are no keys, as a sentence. */
  whyNoKeys?: string | undefined
  /** A head of the audit log or of a register, opened or not, to look for in the snapshot. */
  head?: string | undefined
  /** The published snapshot of the same id; null where none is published. */
  published?: Snapshot | null | undefined
  /** Whether that is a file of the reader, so that only they know where it is from. */
  isPublishedGiven?: boolean | undefined
  /** The snapshot before; null where none is published before it. */
  previous?: Snapshot | null | undefined
}

/** Whether all values are written as the format says. */
function checkForm(snapshot: Snapshot): CheckResult {
  try {
    checkValues(snapshot)
    return found('units', true, 'The values of the snapshot are written as the format says.')
  } catch (error) {
    return found('units', false, `A value of the snapshot is not valid: ${wordsOf(error)}.`)
  }
}

/** Whether the units in issue are covered by the units held; undefined where these are no units, see {@link checkForm}. */
function checkBacking({ symbol, units_in_issue, units_held }: SnapshotSeries): CheckResult | undefined {
  let ok: boolean
  try {
    ok = readUnits(units_in_issue) <= readUnits(units_held)
  } catch {
    return undefined
  }
  const text = `${symbol}: ${groupUnits(units_in_issue)} units in issue, ${groupUnits(units_held)} units held.`
  return { finding: 'backing', ok, text: ok ? text : `More are in issue than are held. ${text}`, symbol }
}

/** Whether the key is a published one, and signed snapshots on that day. */
function checkKey({ id }: Snapshot, key: string, { keys, areKeysGiven }: Published): CheckResult[] {
  if (!isPublicKey(key)) return [found('key', false, `The file names no key. ${NO_KEY}`)]
  if (!keys) return []
  const known = keys.find((each) => each.key === key)
  if (!known)
    return [
      found(
        'key',
        false,
        areKeysGiven
          ? `The key, ${key}, is none of those that were given; the first of them is ${keys[0]?.key}.`
          : `The key is not the published one, ${keys[0]?.key ?? 'of which there is none'}.`,
      ),
    ]
  const { days } = known
  if (!days) return [found('key', true, 'The key is the one given; its days were not compared.')]
  const day = id.slice(0, 10)
  const isOfDay = days.from <= day && day <= days.until
  return [
    found(
      'key',
      true,
      areKeysGiven
        ? `The key, ${key}, is in the list that was given. Compare it with the published one.`
        : 'The key is a published one.',
    ),
    found(
      'days',
      isOfDay,
      isOfDay
        ? `The key signed snapshots on ${day}.`
        : `The key did not sign snapshots on ${day}: ${explainDays(days)}.`,
    ),
  ]
}

function explainDays({ from, until }: { from: string; until: string }): string {
  if (from > until) return 'it signed none'
  return until.startsWith('9999') ? `its first one is of ${from}` : `it signed those from ${from} to ${until}`
}

/** Whether the snapshot is the one that is published under its id. */
async function checkPublished(
  snapshot: Snapshot,
  published: Snapshot | null,
  isGiven: boolean | undefined,
): Promise<CheckResult> {
  const { id } = snapshot
  if (published === null) return found('published', false, `No snapshot ${id} is published.`)
  if (published.id !== id)
    return found(
      'published',
      false,
      `The file is of snapshot ${id}, and not of the published one given, which is ${published.id}.`,
    )
  const [here, there] = [await hashSnapshot(snapshot), await hashSnapshot(published)]
  if (here !== there)
    return found(
      'published',
      false,
      `The snapshot is not the published one: its hash is ${here}, that of the published ${id} is ${there}.`,
    )
  return found(
    'published',
    true,
    isGiven
      ? `Snapshot ${id} is the one that was given. Compare that with the published one.`
      : `Snapshot ${id} is the published one.`,
  )
}

/** Whether the snapshot names the one before it, and comes after it; or is the first. */
async function checkChain(snapshot: Snapshot, previous: Snapshot | null): Promise<CheckResult> {
  const { id, date, previous_hash: named } = snapshot
  if (previous === null)
    return found(
      'chain',
      named === null,
      named === null
        ? 'It names no snapshot before it, and none is published before it.'
        : `It names ${named} as the snapshot before it, and none is published before it.`,
    )
  const before = await hashSnapshot(previous)
  if (named !== before)
    return found(
      'chain',
      false,
      `It does not name ${previous.id}, with the hash ${before}, as the snapshot before it, but ${named ?? 'none'}.`,
    )
  const isInOrder = canFollow(snapshot, previous)
  return found(
    'chain',
    isInOrder,
    isInOrder
      ? `It names snapshot ${previous.id} as the one before it, and follows it.`
      : `Snapshot ${id} of ${date} cannot follow ${previous.id} of ${previous.date}: ids and moments have to go on.`,
  )
}

/** Whether a head, opened or from a snapshot of before commitments, is one that the snapshot names, see `heads.ts`. */
export async function checkHead({ id, audit_head, series }: Snapshot, head: string): Promise<CheckResult> {
  const commitment = await commitmentOf(head)
  const find = (value: string): string | undefined => {
    const symbol = series.find(({ register_head }) => register_head === value)?.symbol
    return value === audit_head ? 'the audit log' : symbol && `the register of ${symbol}`
  }
  const opened = find(commitment)
  const log = opened ?? find(head)
  return found(
    'head',
    log !== undefined,
    log
      ? opened
        ? `The head that was given is that of ${log} in snapshot ${id}.`
        : `Snapshot ${id} has this value for ${log}, for all to read: a head with its nonce shows more.`
      : `Snapshot ${id} does not name the head ${head}.`,
  )
}

/**
 * Checks a snapshot: key, signature, the published one, its place after the one before, its values, and what is held.
 * Without a key, none of those that are known has signed it.
 */
export async function checkSnapshot(
  snapshot: Snapshot,
  key: string | undefined,
  known: Published = {},
): Promise<CheckResult[]> {
  const { published, isPublishedGiven, previous, head } = known
  const results = key === undefined ? [] : checkKey(snapshot, key, known)
  if (key === undefined || isPublicKey(key)) {
    const isSigned = key !== undefined && (await isSignedBy(snapshot, key))
    const signer = key === undefined ? 'any of the keys that it was compared with' : 'this key'
    const text = `Snapshot ${snapshot.id} is ${isSigned ? '' : 'not '}signed with ${signer}.`
    results.push(found('signature', isSigned, text))
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
      : found('head', false, `Not compared: snapshot ${snapshot.id} does not hold.`),
  ]
}

/** The key that signed a snapshot, which names none itself; undefined where none of these did. */
export async function findSigner(snapshot: Snapshot, keys: readonly KnownKey[]): Promise<string | undefined> {
  for (const { key } of keys) if (await isSignedBy(snapshot, key)) return key
  return undefined
}

/**
 * Checks that a snapshot names a file, by its SHA-256: as the attestation or a document of one of its series. The snapshot
 * itself is checked by {@link checkSnapshot}.
 */
export function checkDocument({ id, series }: Snapshot, sha256: string): CheckResult {
  const names = series.flatMap(({ symbol, attestation_sha256, documents_sha256 }) => [
    ...(attestation_sha256 === sha256 ? [`the attestation of ${symbol}`] : []),
    ...(documents_sha256?.includes(sha256) ? [`a document of ${symbol}`] : []),
  ])
  if (names.length > 0) return found('document', true, `Named in snapshot ${id} as ${names.join(' and ')}.`)
  const text = series.some(({ documents_sha256 }) => documents_sha256)
    ? `Not named in snapshot ${id}: no document and no attestation has the SHA-256 ${sha256}.`
    : `Snapshot ${id} names no documents, and no attestation with the SHA-256 ${sha256}.`
  return found('document', false, text)
}
