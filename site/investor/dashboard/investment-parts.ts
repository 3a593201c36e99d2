/** Ids of the parts of My Investments that a next step leads to. */
export const investmentParts = { holdings: 'holdings', request: 'request' } as const
