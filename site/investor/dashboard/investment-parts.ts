/** Ids of the parts of My Investments that links lead to; `pending` has the open subscriptions and the request. */
export const investmentParts = { holdings: 'holdings', pending: 'pending', request: 'request' } as const
