import { ApiError } from './call-errors.ts'

/** How long to wait before the next attempt, if the server gave a time: `You can try again in 4 minutes.` */
export function getRetryMessage(error: unknown): string | undefined {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined
  if (!seconds) return undefined
  const [count, unit] =
    seconds < 60
      ? [Math.ceil(seconds), 'second']
      : seconds < 3_600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return `You can try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}
