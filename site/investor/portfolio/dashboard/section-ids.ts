/** Ids of the My Investments sections that links lead to; `pending` has the open subscriptions and the request. */
export const investmentSectionIds = { holdings: 'holdings', pending: 'pending', request: 'request' } as const
