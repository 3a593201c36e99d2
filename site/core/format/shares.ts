import { punctuate } from './reader.ts'

const shares = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/**
 * A part of a whole in percent, without a sign: `19.928` as `19.93%`, each rounded by itself. A register has up to four
 * decimals.
 */
export const formatShare = (percent: number, decimals: 2 | 4 = 2): string =>
  `${punctuate(shares.format(Number(percent.toFixed(decimals))))}%`
