import { applyReaderSeparators } from './reader-format.ts'

const shares = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/**
 * A share of a whole in percent, without a sign: `19.928` as `19.93%`, each rounded independently. A register has up to
 * four decimals.
 */
export const formatShare = (percent: number, decimals: 2 | 4 = 2): string =>
  // Missing in responses from an earlier server version.
  applyReaderSeparators(`${shares.format(Number(Number(percent).toFixed(decimals)))}%`)
