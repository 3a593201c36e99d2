/** Where everything about an investor is: the query of its page in the panel. */
export const investorLocation = (id: number): string => `?d=users&user=${id}`
