interface Entry {
  type: 'issue' | 'transfer' | 'redemption' | 'correction'
  /** Negative where units left the holding. */
  units: string
}

/** What an entry of the register did to the holder, in words. */
export function entryName({ type, units }: Entry): string {
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
