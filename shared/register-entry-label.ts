interface Entry {
  type: 'issue' | 'transfer' | 'redemption' | 'correction'
  /** Negative if units left the holding. */
  units: string
}

/** Effect of a register entry on the holder, in words. */
export function getRegisterEntryLabel({ type, units }: Entry): string {
  switch (type) {
    case 'issue':
      return 'Allotted'
    case 'transfer':
      return units.startsWith('-') ? 'Transferred out' : 'Transferred in'
    case 'redemption':
      return 'Redeemed'
    case 'correction':
      return 'Correction'
  }
}
