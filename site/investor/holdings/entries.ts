import type { HolderEntry } from '#contract/holdings'

/** What an entry did to the holder, in words. */
export function entryName({ type, units }: Pick<HolderEntry, 'type' | 'units'>): string {
  switch (type) {
    case 'issue':
      return 'Allotted'
    case 'transfer':
      return units.startsWith('-') ? 'Transferred to another holder' : 'Received by transfer'
    case 'redemption':
      return 'Redeemed'
    case 'correction':
      return 'Correction'
  }
}
