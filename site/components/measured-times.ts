/** The sentences about measured times of answers. */
import type { ResponseTime, ResponseTimes } from '#contract/feedback'

const kinds: Record<ResponseTime['kind'], string> = { ticket: 'Tickets', call: 'Calls', chat: 'Chats' }

const departments: Partial<Record<string, string>> = {
  investors: ', investment inquiries',
  tech_support: ', technical support',
  compliance: ', compliance and privacy',
}

/** Minutes in words: `45 minutes`, `3 hours`, `2 days`, rounded to the nearest. */
export function timeWords(minutes: number): string {
  const [count, unit] =
    minutes < 90
      ? [minutes, 'minute']
      : minutes < 36 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** What was measured, in sentences. */
export function measuredSentences({ period_days, cases_min, response_times }: ResponseTimes): string[] {
  const enough = response_times.flatMap(({ kind, department, cases, median_minutes }) =>
    median_minutes === null
      ? []
      : [
          `${kinds[kind]}${departments[department] ?? ''}: half of ${cases} were answered within ${timeWords(median_minutes)}.`,
        ],
  )
  if (enough.length === 0) {
    const cases = response_times.reduce((sum, one) => sum + one.cases, 0)
    return [
      `Measured in the last ${period_days} days: ${cases} answered, too few to publish a time (we need ${cases_min} of a kind).`,
    ]
  }
  return [`Measured in the last ${period_days} days, nights and weekends included.`, ...enough]
}

/**
 * Writes the times into an element that names the address of the call; without an answer it says that there is none.
 */
export async function showMeasuredTimes(place: HTMLElement): Promise<void> {
  try {
    const response = await fetch(place.dataset.measuredTimes ?? '')
    if (!response.ok) throw new Error(String(response.status))
    place.textContent = measuredSentences((await response.json()) as ResponseTimes).join(' ')
  } catch {
    place.textContent = 'The measured times could not be loaded. Only the targets are shown.'
  }
}
