/** What can be said of a file that is no proof, from its SHA-256 alone. */
import type { CheckState } from '#shared/proof/report'
import type { Snapshot } from '#shared/proof/snapshot'
import type { PublishedFile } from './published-files.ts'

export interface FileVerdict {
  /** `open` when there was nothing to compare with. */
  state: CheckState
  title: string
  text: string
}

interface Comparison {
  /** Entered by the reader. */
  hash?: string | undefined
  published?: readonly PublishedFile[] | undefined
  /** Of the proofs and snapshots on the same page, those whose signature holds. */
  snapshots: readonly Snapshot[]
  /** Whether the key of that signature was compared with the published one, or given by the reader. */
  isKeyKnown: boolean
}

/** Compares a hash with all that is at hand: what the reader entered, what is published, what snapshots name. */
export function judgeHash(
  name: string,
  sha256: string,
  { hash, published, snapshots, isKeyKnown }: Comparison,
): FileVerdict {
  if (hash) {
    const isSame = hash === sha256
    return {
      state: isSame ? 'holds' : 'fails',
      title: isSame ? 'The file has this hash' : 'The file is another one',
      text: isSame
        ? `The SHA-256 of ${name} is the one that you entered.`
        : `The SHA-256 of ${name} is not the one that you entered.`,
    }
  }
  const same = published?.find((file) => file.sha256 === sha256)
  if (same) return { state: 'holds', title: 'The file is published', text: `${name} is ${same.name}.` }
  for (const { id, series } of snapshots) {
    const counted = series.find(({ attestation_sha256 }) => attestation_sha256 === sha256)
    if (counted)
      return {
        state: isKeyKnown ? 'holds' : 'open',
        title: 'A snapshot names the file',
        text: `${name} is the attestation of ${counted.symbol} that snapshot ${id} names.${isKeyKnown ? '' : ' The key that signed it was not compared with the published one.'}`,
      }
  }
  return published
    ? {
        state: 'fails',
        title: 'No current document',
        text: `${name} is no current document and no current attestation of any series. An earlier version and a changed copy end here too, and so does a certificate or a statement without its signature.`,
      }
    : {
        state: 'open',
        title: 'Nothing to compare with',
        text: `Without the published list, ${name} can only be hashed. Compare the hash below with the one that the series’ page shows, or enter that one.`,
      }
}
