import { RejectedCall } from './problems.ts'

/** How long to wait before the next attempt, where the server has said it: `You can try again in 4 minutes.` */
export function describeWait(error: unknown): string | undefined {
  const seconds = error instanceof RejectedCall ? error.retryAfter : undefined
  if (!seconds) return undefined
  const [count, unit] =
    seconds < 60
      ? [Math.ceil(seconds), 'second']
      : seconds < 3_600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour']
  return `You can try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}
