/** What can be said of a SHA-256 or a head by what it is compared with. */
import { checkDocument, checkHead } from '#shared/proof/check-snapshot'
import type { CheckState } from '#shared/proof/report'
import type { CheckResult } from '#shared/proof/result'
import type { Snapshot } from '#shared/proof/snapshot'
import type { PublishedFile } from './published-files.ts'

export interface FileVerdict {
  /** `open` when there was nothing to compare with. */
  state: CheckState
  title: string
  text: string
}

export interface Comparison {
  /** The documents that the site lists now, where it can be asked. */
  published?: readonly PublishedFile[] | undefined
  /** Snapshots that are in order. */
  snapshots: readonly Snapshot[]
  /** The hashes of snapshots, over what is signed of each. */
  hashes: readonly { id: string; hash: string }[]
  /** Whether the key of their signature was compared with the published one, or given by the reader. */
  isKeyKnown: boolean
}

const textOf = (results: readonly CheckResult[]): string =>
  [...new Set(results.map(({ text }) => text))].join(' ')

/** The verdict where a snapshot names what was looked for; undefined where none does. */
function judgeNamed(
  title: string,
  results: readonly CheckResult[],
  isKeyKnown: boolean,
): FileVerdict | undefined {
  const named = results.filter(({ ok }) => ok)
  if (named.length === 0) return undefined
  const reserve = isKeyKnown ? '' : ' The key that signed it was not compared with the published one.'
  return { state: isKeyKnown ? 'holds' : 'open', title, text: textOf(named) + reserve }
}

/** Compares the SHA-256 of a file with the documents that snapshots name, and what is newer with the site's list. */
export function judgeHash(sha256: string, { published, snapshots, isKeyKnown }: Comparison): FileVerdict {
  const results = snapshots.map((snapshot) => checkDocument(snapshot, sha256))
  const named = judgeNamed('A snapshot names the file', results, isKeyKnown)
  if (named) return named
  const same = published?.find((file) => file.sha256 === sha256)
  if (same)
    return {
      state: 'holds',
      title: 'The file is published',
      text: `This site lists it now, as ${same.name}. No snapshot that was compared names it yet.`,
    }
  const areNamed = snapshots.some(({ series }) => series.some((one) => one.documents_sha256))
  return published || areNamed
    ? {
        state: 'fails',
        title: published ? 'Not a current document' : 'No snapshot names the file',
        text: `${textOf(results)} Snapshots of other days may name an earlier version of it. No snapshot names a copy that was changed, a report made by this site, or a certificate that was saved without its signature.`,
      }
    : {
        state: 'open',
        title: 'Nothing to compare with',
        text: `${textOf(results)} Choose a snapshot that names documents, or compare it with the page of the series.`,
      }
}

/** What can be said of a SHA-256 that the reader entered. */
export function judgeEnteredHash(
  hash: string,
  files: readonly { name: string; sha256: string }[],
  comparison: Comparison,
): FileVerdict {
  const same = files.filter(({ sha256 }) => sha256 === hash).map(({ name }) => name)
  if (same.length > 0)
    return {
      state: 'holds',
      title: 'A chosen file has this SHA-256',
      text: `It is that of ${same.join(', ')}.`,
    }
  const snapshot = comparison.hashes.find((each) => each.hash === hash)
  if (snapshot)
    return {
      state: comparison.isKeyKnown ? 'holds' : 'open',
      title: 'The hash of a snapshot',
      text: `It is that of snapshot ${snapshot.id}: of its signed part, and not of its file.`,
    }
  const verdict = judgeHash(hash, comparison)
  if (files.length === 0) return verdict
  return verdict.state === 'holds'
    ? { ...verdict, text: `No chosen file has it. ${verdict.text}` }
    : { ...verdict, state: 'fails', title: 'No chosen file has this SHA-256' }
}

/** What can be said of a head that the reader entered. */
export async function judgeHead(head: string, { snapshots, isKeyKnown }: Comparison): Promise<FileVerdict> {
  const results = await Promise.all(snapshots.map((snapshot) => checkHead(snapshot, head)))
  return (
    judgeNamed('A snapshot names this head', results, isKeyKnown) ?? {
      state: 'open',
      title: results.length > 0 ? 'Not the head of these snapshots' : 'A snapshot is needed',
      text: `${textOf(results)} Choose the snapshot that the head was given for, or a proof of it.`,
    }
  )
}
