/**
 * What a checker reports besides its checks: which were not made, whose leaves they are, how much is included, and how
 * old it is.
 */
import { formatUnitsWithSeparators } from './byte-encoding.ts'
import { type ProofFile, sumLeaves } from './check-inclusion-proof.ts'
import { type CheckName, type CheckResult, createCheckResult } from './check-result.ts'
import type { PublishedData } from './check-snapshot.ts'
import type { Snapshot } from './snapshot.ts'

/** The checks that could not be made, so that no one assumes they were. `key` is the one named in the file. */
export function listUnmadeChecks(snapshot: Snapshot, known: PublishedData, key = 'none'): CheckResult[] {
  const { id, previous_hash } = snapshot
  const open = (isOpen: boolean, finding: CheckName, text: string): CheckResult[] =>
    isOpen ? [createCheckResult(finding, false, `Not compared${text}`)] : []
  return [
    ...open(
      known.keys === undefined,
      'key',
      known.whyNoKeys
        ? `: ${known.whyNoKeys} The key in the file is ${key}.`
        : `. The key in the file is ${key}. Compare it with the published key.`,
    ),
    ...open(
      known.published === undefined,
      'published',
      ` with the snapshot that is published as /proof/${id}.json.`,
    ),
    ...open(
      known.previous === undefined,
      'chain',
      previous_hash === null
        ? '. It references no previous snapshot. Check the published list to see whether it is the first.'
        : `. It references ${previous_hash} as the previous snapshot.`,
    ),
  ]
}

/** Whose leaves they are. */
export const describeHolder = ({ opening }: ProofFile): string =>
  `Every leaf belongs to account ${opening.account}. Compare this with the account number on your statement or certificate.`

/** The units of each series that are included: a checker cannot know whether these are all that the holder had. */
export const describeIncludedUnits = ({ leaves, snapshot }: ProofFile): string[] =>
  [...sumLeaves(leaves)].map(
    ([symbol, units]) =>
      `${formatUnitsWithSeparators(units)} units of ${symbol} are included in snapshot ${snapshot.id}. Compare this with a certificate of holding or statement as of that date, because a file can omit part of a holding.`,
  )

const HOUR_MS = 3_600_000
const HOURS_A_DAY = 24

const ago = (count: number, unit: string) =>
  `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'} ago`

/** Age of a snapshot at a time, in milliseconds since the epoch, and which one is the latest. */
export function describeAge({ id, date }: Snapshot, latest: string | undefined, now = Date.now()): string {
  const hours = Math.floor((now - Date.parse(date)) / HOUR_MS)
  const age =
    hours < 0
      ? 'dated in the future according to this device'
      : hours === 0
        ? 'taken less than an hour ago'
        : `taken ${hours < HOURS_A_DAY ? ago(hours, 'hour') : ago(Math.floor(hours / HOURS_A_DAY), 'day')}`
  const newest =
    latest === undefined
      ? 'latest snapshot unknown'
      : latest === id
        ? 'latest snapshot'
        : `the latest is ${latest}`
  return `Snapshot ${id}, ${age}; ${newest}.`
}
