/** The account number printed on statements and certificates. */
export const formatAccountNumber = (userId: number): string => `A-${String(userId).padStart(6, '0')}`
