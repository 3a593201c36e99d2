/** The live figures of a series: how they are fetched, and how they are printed. */
import { API_BASE } from '#contract/call'

/** What the pages read of `GET /tokens/{symbol}`. Units have six decimals, money two. */
export interface SeriesFigures {
  token: { symbol: string; name: string; category: string; location: string; description: string }
  series: {
    units_in_issue: string
    units_held: string
    backing_percent: number | null
    unit_value: { preferred: string; as_of: string } | null
    attestation: { as_of: string; expires: string; sha256: string } | null
  }
  offering: { state: 'draft' | 'open' | 'paused' | 'closed'; unit_price: string; units_left: string } | null
  documents: { title: string; version: number; sha256: string; size: number; url: string }[]
}

/** Null when the server has no such series or cannot be reached. */
export async function fetchSeries(code: string): Promise<SeriesFigures | null> {
  try {
    const response = await fetch(`${API_BASE}/tokens/${encodeURIComponent(code)}`)
    return response.ok ? ((await response.json()) as SeriesFigures) : null
  } catch {
    return null
  }
}

const dash = '–'
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const printDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
/** Units without the zeros that only fill the six decimals. The formatter takes the text itself, so nothing is lost. */
export const printUnits = (units: string): string => count.format(units as Intl.StringNumericLiteral)

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const printMoney = (amount: string): string => money.format(amount as Intl.StringNumericLiteral)

/** One decimal, never rounded up: 99.96% must not read as 100.0%. */
export const printBacking = (percent: number | null): string =>
  percent === null ? dash : `${(Math.floor(percent * 10 + 1e-9) / 10).toFixed(1)}%`

/** Units in issue as a share of the units held, the inverse of the backing: never rounded down. */
export const printShare = (backing: number | null): string =>
  backing === null || backing === 0 ? dash : `${(Math.ceil(100_000 / backing - 1e-9) / 10).toFixed(1)}%`

const stateNames = { draft: 'Draft', open: 'Open', paused: 'Paused', closed: 'Closed' } as const

/** A figure with the note under it. */
interface PrintedFigure {
  figure: string
  note: string
}

type FigureName = 'value' | 'issued' | 'held' | 'backing' | 'share' | 'attestation' | 'offering'

const missing = (note = ''): PrintedFigure => ({ figure: dash, note })

function printOffering(offering: SeriesFigures['offering']): PrintedFigure {
  if (!offering) return { figure: 'None', note: '' }
  const left = `${printUnits(offering.units_left)} units left`
  return { figure: stateNames[offering.state], note: offering.state === 'open' ? left : '' }
}

/** Every figure as the strip shows it. `today` is a day, `2026-11-23`. Dashes without data: an old figure is never kept. */
export function printFigures(data: SeriesFigures | null, today: string): Record<FigureName, PrintedFigure> {
  if (!data) {
    return {
      value: missing(),
      issued: missing(),
      held: missing(),
      backing: missing(),
      share: missing(),
      attestation: missing(),
      offering: missing(),
    }
  }
  const { unit_value, attestation, units_in_issue, units_held, backing_percent } = data.series
  const isExpired = attestation !== null && attestation.expires < today
  return {
    value: unit_value
      ? { figure: printMoney(unit_value.preferred), note: `preferred, ${printDay(unit_value.as_of)}` }
      : missing('not valued yet'),
    issued: { figure: printUnits(units_in_issue), note: 'from the register' },
    held: attestation
      ? { figure: printUnits(units_held), note: `attested ${printDay(attestation.as_of)}` }
      : missing('not attested yet'),
    backing: { figure: printBacking(backing_percent), note: 'held over issued' },
    share: { figure: printShare(backing_percent), note: '' },
    attestation: attestation
      ? { figure: printDay(attestation.expires), note: isExpired ? 'overdue: nothing can be issued' : '' }
      : missing(),
    offering: printOffering(data.offering),
  }
}
