import type { VerificationListItem } from '#contract/compliance/admin-verifications'

const HOUR = 3600
const DAY = 24 * HOUR

/** How long something has been pending: in hours, and from two days in days. */
export function formatAge(seconds: number): string {
  if (seconds < HOUR) return 'less than an hour'
  const [size, word] = seconds < 2 * DAY ? [HOUR, 'hour'] : [DAY, 'day']
  const number = Math.floor(seconds / size)
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

/** Whether the target has passed. */
export const isOverdue = ({ due_at }: Pick<VerificationListItem, 'due_at'>): boolean =>
  due_at !== null && Date.parse(due_at) < Date.now()
