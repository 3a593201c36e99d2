/** Conclusions about a SHA-256 or a chain head from comparing it. */

import type { CheckResult } from '#shared/proof/check-result'
import { checkDocument, checkHead } from '#shared/proof/check-snapshot'
import type { CheckOutcome } from '#shared/proof/proof-report'
import type { Snapshot } from '#shared/proof/snapshot'
import type { PublishedFile } from './published-files.ts'

export interface FileComparisonResult {
  /** `open` if there was nothing to compare with. */
  state: CheckOutcome
  title: string
  text: string
}

export interface Comparison {
  /** The documents currently listed by the site, if it can be reached. */
  published?: readonly PublishedFile[] | undefined
  /** Valid snapshots. */
  snapshots: readonly Snapshot[]
  /** The hashes of snapshots, each over its signed part. */
  hashes: readonly { id: string; hash: string }[]
  /** Whether their signing key was compared with the published one, or provided by the reader. */
  isKeyKnown: boolean
}

const textOf = (results: readonly CheckResult[]): string =>
  [...new Set(results.map(({ text }) => text))].join(' ')

/** The verdict if a snapshot names the searched hash; undefined if none does. */
function judgeNamed(
  title: string,
  results: readonly CheckResult[],
  isKeyKnown: boolean,
): FileComparisonResult | undefined {
  const named = results.filter(({ ok }) => ok)
  if (named.length === 0) return undefined
  const reserve = isKeyKnown ? '' : ' Its signing key was not compared with the published key.'
  return { state: isKeyKnown ? 'holds' : 'open', title, text: textOf(named) + reserve }
}

/** Compares a file's SHA-256 with the documents that snapshots name and, for newer files, with the site's list. */
export function compareHash(
  sha256: string,
  { published, snapshots, isKeyKnown }: Comparison,
): FileComparisonResult {
  const results = snapshots.map((snapshot) => checkDocument(snapshot, sha256))
  const named = judgeNamed('File recorded in a snapshot', results, isKeyKnown)
  if (named) return named
  const same = published?.find((file) => file.sha256 === sha256)
  if (same)
    return {
      state: 'holds',
      title: 'File is published',
      text: `Currently listed on this site as ${same.name}. Not yet recorded in the snapshots compared.`,
    }
  const areNamed = snapshots.some(({ series }) => series.some((one) => one.documents_sha256))
  return published || areNamed
    ? {
        state: 'fails',
        title: published ? 'Not a current document' : 'File not found in a snapshot',
        text: `${textOf(results)} Snapshots for other dates may record an earlier version. Altered copies, generated reports and certificates saved without a signature are not recorded in any snapshot.`,
      }
    : {
        state: 'open',
        title: 'Nothing to compare with',
        text: `${textOf(results)} Choose a snapshot that lists documents, or compare the file on the series page.`,
      }
}

/** The verdict for a SHA-256 entered by the reader. */
export function compareEnteredHash(
  hash: string,
  files: readonly { name: string; sha256: string }[],
  comparison: Comparison,
): FileComparisonResult {
  const same = files.filter(({ sha256 }) => sha256 === hash).map(({ name }) => name)
  if (same.length > 0)
    return {
      state: 'holds',
      title: 'Matches a selected file',
      text: `Matching file: ${same.join(', ')}.`,
    }
  const snapshot = comparison.hashes.find((each) => each.hash === hash)
  if (snapshot)
    return {
      state: comparison.isKeyKnown ? 'holds' : 'open',
      title: 'Snapshot hash',
      text: `This is the hash of the signed content of snapshot ${snapshot.id}, not of its file.`,
    }
  const verdict = compareHash(hash, comparison)
  if (files.length === 0) return verdict
  return verdict.state === 'holds'
    ? { ...verdict, text: `No selected file matches. ${verdict.text}` }
    : { ...verdict, state: 'fails', title: 'No selected file matches this SHA-256' }
}

/** The verdict for a chain head entered by the reader. */
export async function compareHead(
  head: string,
  { snapshots, isKeyKnown }: Comparison,
): Promise<FileComparisonResult> {
  const results = await Promise.all(snapshots.map((snapshot) => checkHead(snapshot, head)))
  return (
    judgeNamed('Head recorded in a snapshot', results, isKeyKnown) ?? {
      state: 'open',
      title: results.length > 0 ? 'Head not found in these snapshots' : 'Snapshot required',
      text: `${textOf(results)} Choose the snapshot the head relates to, or a proof from that snapshot.`,
    }
  )
}
