/** Picks the investors and values of the large seed's rows by row number, the same every time. */

/** Investors made for the seed. */
export interface SeedInvestors {
  /** Their ids are consecutive. */
  first: number
  number: number
}

/** From 0 to below 1, by row number, which is in `n` unless `number` says otherwise; different for each salt. */
export const sqlFraction = (salt: number, number = 'n'): string =>
  `((hashint4extended(${number}, ${salt}) & 1048575) / 1048576.0)`

export const sqlPick = (words: string, salt: number): string => {
  const list = words.split(',')
  return `(array['${list.join("','")}'])[1 + floor(${sqlFraction(salt)} * ${list.length})::int]`
}
