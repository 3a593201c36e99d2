/** What a checker says beside its checks: which were not made, whose leaves they are, how much is counted, and how old it is. */
import { groupUnits } from './bytes.ts'
import { type ProofFile, sumLeaves } from './check.ts'
import type { Published } from './check-snapshot.ts'
import { type CheckResult, type Finding, found } from './result.ts'
import type { Snapshot } from './snapshot.ts'

/** The checks that could not be made, so that nobody takes them for made. `key` is the one that a file names. */
export function openChecks(snapshot: Snapshot, known: Published, key = 'none'): CheckResult[] {
  const { id, previous_hash } = snapshot
  const open = (isOpen: boolean, finding: Finding, text: string): CheckResult[] =>
    isOpen ? [found(finding, false, `Not compared${text}`)] : []
  return [
    ...open(
      known.keys === undefined,
      'key',
      known.whyNoKeys
        ? `: ${known.whyNoKeys} The file names ${key}.`
        : `. The file names ${key}: compare it with the key that is published.`,
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
        ? '. It names no snapshot before it: the published list shows whether it is the first.'
        : `. It names ${previous_hash} as the snapshot before it.`,
    ),
  ]
}

/** Whose leaves they are. */
export const describeHolder = ({ opening }: ProofFile): string =>
  `Every leaf was made for account ${opening.account}. Compare the number with a statement or a certificate of yours.`

/** The units of each series that are counted: a checker cannot know whether these are all that the holder had. */
export const describeCounted = ({ leaves, snapshot }: ProofFile): string[] =>
  [...sumLeaves(leaves)].map(
    ([symbol, units]) =>
      `${groupUnits(units)} units of ${symbol} are counted in snapshot ${snapshot.id}. Compare the amount with a certificate of holding or a statement of that day: a file can leave out a part.`,
  )

const HOUR_MS = 3_600_000
const HOURS_A_DAY = 24

const ago = (count: number, unit: string) =>
  `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'} ago`

/** How old a snapshot is at a time, in milliseconds since the epoch, and which one is the latest. */
export function describeAge({ id, date }: Snapshot, latest: string | undefined, now = Date.now()): string {
  const hours = Math.floor((now - Date.parse(date)) / HOUR_MS)
  const age =
    hours < 0
      ? 'dated later than this clock says'
      : hours === 0
        ? 'made less than an hour ago'
        : `made ${hours < HOURS_A_DAY ? ago(hours, 'hour') : ago(Math.floor(hours / HOURS_A_DAY), 'day')}`
  const newest =
    latest === undefined
      ? 'which one is the latest is not known here'
      : latest === id
        ? 'it is the latest'
        : `the latest is ${latest}`
  return `Snapshot ${id}, ${age}; ${newest}.`
}
