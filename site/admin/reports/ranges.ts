/** Ranges of days to choose from. Pure; days are those of UTC, as reports have them. */

export const presets = ['this_month', 'last_month', 'quarter', 'year', 'custom'] as const
export type Preset = (typeof presets)[number]

export const presetLabels: Record<Preset, string> = {
  this_month: 'This month',
  last_month: 'Last month',
  quarter: 'This quarter',
  year: 'This year',
  custom: 'Custom',
}

export interface Range {
  from: string
  to: string
}

const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

/** The days of a preset; of a running period up to today. */
export function rangeOf(preset: Exclude<Preset, 'custom'>, now: Date = new Date()): Range {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const today = day(year, month, now.getUTCDate())
  if (preset === 'last_month') return { from: day(year, month - 1, 1), to: day(year, month, 0) }
  if (preset === 'quarter') return { from: day(year, month - (month % 3), 1), to: today }
  return { from: preset === 'year' ? day(year, 0, 1) : day(year, month, 1), to: today }
}

/** What is wrong with a range, if anything. */
export function faultOf({ from, to }: Range, now: Date = new Date()): string | undefined {
  if (from === '' || to === '') return 'Choose both days'
  if (to < from) return 'The last day is before the first one'
  if (from > day(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
    return 'The first day has not come yet'
  return undefined
}
