/** Whom the rows of the large seed are of, and how their values are picked: by the number of the row, the same every time. */

/** Investors made for the seed. */
export interface Owners {
  /** Their ids follow each other. */
  first: number
  number: number
}

/** From 0 to below 1, by the number of a row, which is in `n` unless `number` says where; another for each salt. */
export const share = (salt: number, number = 'n'): string =>
  `((hashint4extended(${number}, ${salt}) & 1048575) / 1048576.0)`

export const pick = (words: string, salt: number): string => {
  const list = words.split(',')
  return `(array['${list.join("','")}'])[1 + floor(${share(salt)} * ${list.length})::int]`
}
