/** Fetches and formats the live figures of a series. */

import type { series } from '#contract/catalog/series'
import type { ResponseOf } from '#contract/endpoint'
import { API_BASE } from '#contract/request-url'
import { formatCountries } from '#shared/calculations/eligible-countries'
import { formatBacking, formatPaymentPeriod } from '#shared/calculations/offering-terms'

/** The response of `GET /tokens/{symbol}`. */
export type SeriesFigures = ResponseOf<typeof series.get>

/** The outcome of a call: the response, `missing` if there is no such public series, otherwise `failed`. */
export type FetchResult<T> = T | 'missing' | 'failed'

/** Calls an endpoint below `/tokens/`; `path` begins with the code of the series. */
export async function fetchTokenEndpoint<T>(path: string): Promise<FetchResult<T>> {
  try {
    const response = await fetch(`${API_BASE}/tokens${path}`)
    if (response.ok) return (await response.json()) as T
    return response.status === 404 ? 'missing' : 'failed'
  } catch {
    return 'failed'
  }
}

export const fetchSeries = (code: string): Promise<FetchResult<SeriesFigures>> =>
  fetchTokenEndpoint(`/${encodeURIComponent(code)}`)

const dash = '–'
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
/** Units without trailing zeros. The formatter takes the string itself, so nothing is lost. */
export const formatUnits = (units: string): string => count.format(units as Intl.StringNumericLiteral)

/** Units in a column: whole ones without decimals, others with all six, so that digits align. */
const printColumnUnits = (units: string): string => {
  const printed = formatUnits(units)
  return printed.includes('.') ? printed.padEnd(printed.indexOf('.') + 7, '0') : printed
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const formatMoney = (amount: string): string => money.format(amount as Intl.StringNumericLiteral)

/** Units in issue as a share of the units in custody, the inverse of the backing; never rounded down. */
export const formatBackingShare = (backing: number | null): string =>
  backing ? `${(Math.ceil(100_000 / backing - 1e-9) / 10).toFixed(1)}%` : dash

const stateNames = { draft: 'Draft', open: 'Open', paused: 'Paused', closed: 'Closed' } as const

/** A figure with the note below it. */
interface PrintedFigure {
  figure: string
  note: string
}

const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
const printInstant = (instant: string): string => `${moment.format(new Date(instant))} UTC`

const names = [
  'value',
  'issued',
  'held',
  'backing',
  'share',
  'counted',
  'auditor',
  'attestation',
  'offering',
  'price',
  'minimum',
  'maximum',
  'cap',
  'left',
  'opens',
  'closes',
  'payment',
  'countries',
  'terms',
] as const
type FigureName = (typeof names)[number]
type Printed = Partial<Record<FigureName, PrintedFigure>>

const only = (figure: string): PrintedFigure => ({ figure, note: '' })

function printOffering(offering: SeriesFigures['offering']): Printed {
  if (!offering) return { offering: only('None'), terms: only('There is no offering for this series.') }
  const left = formatUnits(offering.units_left)
  return {
    offering: {
      figure: stateNames[offering.state],
      note: Number(left) === 0 ? '' : `${left} units ${offering.state === 'closed' ? 'were ' : ''}left`,
    },
    price: only(formatMoney(offering.unit_price)),
    minimum: only(formatMoney(offering.minimum)),
    maximum: only(formatMoney(offering.maximum)),
    cap: only(formatUnits(offering.cap_units)),
    left: only(left),
    opens: only(printInstant(offering.opens_at)),
    closes: only(printInstant(offering.closes_at)),
    payment: only(formatPaymentPeriod(offering.payment_days)),
    countries: only(formatCountries(offering.countries)),
    terms: only(offering.terms),
  }
}

const isOverdue = ({ attestation }: SeriesFigures['series'], today: string): boolean =>
  attestation !== null && attestation.expires < today

function printAttestation(series: SeriesFigures['series'], today: string): Printed {
  const { attestation, units_held } = series
  if (!attestation) return { held: { figure: dash, note: 'no attestation yet' } }
  return {
    held: { figure: printColumnUnits(units_held), note: `attested ${formatDay(attestation.as_of)}` },
    counted: only(formatDay(attestation.as_of)),
    auditor: only(attestation.auditor),
    attestation: {
      figure: formatDay(attestation.expires),
      note: isOverdue(series, today) ? 'expired: no units can be issued' : '',
    },
  }
}

function printData(data: SeriesFigures, today: string): Printed {
  const { unit_value, units_in_issue, backing_percent } = data.series
  return {
    value: unit_value
      ? { figure: formatMoney(unit_value.preferred), note: `preferred, ${formatDay(unit_value.as_of)}` }
      : { figure: dash, note: 'no valuation yet' },
    issued: { figure: printColumnUnits(units_in_issue), note: 'from the register' },
    backing: {
      figure: formatBacking(backing_percent),
      note: isOverdue(data.series, today) ? 'based on an expired attestation' : 'units in custody ÷ in issue',
    },
    share: only(formatBackingShare(backing_percent)),
    ...printAttestation(data.series, today),
    ...printOffering(data.offering),
  }
}

/**
 * Every figure as displayed. `today` is a day, `2026-11-23`. Dashes for missing values, and for all without data: an
 * old figure is never kept.
 */
export function formatSeriesFigures(
  data: SeriesFigures | null,
  today: string,
): Record<FigureName, PrintedFigure> {
  const none = Object.fromEntries(names.map((name) => [name, only(name === 'terms' ? '' : dash)]))
  return { ...none, ...(data && printData(data, today)) } as Record<FigureName, PrintedFigure>
}
