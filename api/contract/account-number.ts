/** The number of an investor's account, as statements and certificates print it. */
export const accountNumber = (userId: number): string => `A-${String(userId).padStart(6, '0')}`
