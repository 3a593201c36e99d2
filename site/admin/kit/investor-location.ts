/** The location of the investor page: its panel query. */
export const getInvestorLocation = (id: number): string => `?d=users&user=${id}`
