/** Selectable ranges of days. Pure functions; days are UTC, as in reports. */

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

/** The days of a preset; a current period ends today. */
export function getPresetRange(preset: Exclude<Preset, 'custom'>, now: Date = new Date()): Range {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const today = day(year, month, now.getUTCDate())
  if (preset === 'last_month') return { from: day(year, month - 1, 1), to: day(year, month, 0) }
  if (preset === 'quarter') return { from: day(year, month - (month % 3), 1), to: today }
  return { from: preset === 'year' ? day(year, 0, 1) : day(year, month, 1), to: today }
}

/** The error of a range, if any. */
export function validateReportRange({ from, to }: Range, now: Date = new Date()): string | undefined {
  if (from === '' || to === '') return 'Select both dates'
  if (to < from) return 'The last day must not be before the first day'
  if (from > day(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
    return 'The first day must not be in the future'
  return undefined
}
