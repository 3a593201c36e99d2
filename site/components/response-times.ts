/** Sentences about measured response times. */
import type { ResponseTime, ResponseTimes } from '#contract/desk/feedback'

const kinds: Record<ResponseTime['kind'], string> = { ticket: 'Tickets', call: 'Calls', chat: 'Chats' }

const departments: Partial<Record<string, string>> = {
  investors: ', investment inquiries',
  tech_support: ', technical support',
  compliance: ', compliance and privacy',
}

/** Minutes in words: `45 minutes`, `3 hours`, `2 days`, rounded to the nearest. */
export function formatMinutes(minutes: number): string {
  const [count, unit] =
    minutes < 90
      ? [minutes, 'minute']
      : minutes < 36 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The measurements, as sentences. */
export function describeResponseTimes({ period_days, cases_min, response_times }: ResponseTimes): string[] {
  const enough = response_times.flatMap(({ kind, department, cases, median_minutes }) =>
    median_minutes === null
      ? []
      : [
          `${kinds[kind]}${departments[department] ?? ''}: median first response ${formatMinutes(median_minutes)} (${cases} cases).`,
        ],
  )
  if (enough.length === 0) {
    const cases = response_times.reduce((sum, one) => sum + one.cases, 0)
    return [
      `Last ${period_days} days: ${cases} cases answered. Response times are published from ${cases_min} cases.`,
    ]
  }
  return [`Measured over the last ${period_days} days, including nights and weekends.`, ...enough]
}

/** Writes the times into an element that names the endpoint; without a response it says that there are none. */
export async function renderResponseTimes(place: HTMLElement): Promise<void> {
  try {
    const response = await fetch(place.dataset.measuredTimes ?? '')
    if (!response.ok) throw new Error(String(response.status))
    place.textContent = describeResponseTimes((await response.json()) as ResponseTimes).join(' ')
  } catch {
    place.textContent = 'Measured response times could not be loaded. Targets only are shown.'
  }
}
