import { punctuate } from './reader.ts'

const shares = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/**
 * A part of a whole in percent, without a sign: `19.928` as `19.93%`, each rounded by itself. A register has up to four
 * decimals.
 */
export const formatShare = (percent: number, decimals: 2 | 4 = 2): string =>
  // Missing in a response of an earlier server.
  punctuate(`${shares.format(Number(Number(percent).toFixed(decimals)))}%`)
