/** Errors that both services and the HTTP layer throw. */
import { Problem } from '#contract/problem'

/** The error while the database cannot be reached. */
export const unavailable = (cause: unknown): Problem =>
  new Problem('unavailable', 'The service is temporarily unavailable. Please try again in a moment.', {
    retryAfter: 5,
    cause,
  })

/** The error of a call that met others which change the same records, and was rolled back. */
export const contended = (cause: unknown): Problem =>
  new Problem(
    'unavailable',
    'These records are being changed by someone else. Please try again in a moment.',
    {
      retryAfter: 1,
      cause,
    },
  )

/** A disk without room, or a quota that is used up. */
const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as { code?: string } | undefined)?.code ?? '')

/** Turns a failed write into the caller's error. */
export const toStorageProblem = (error: unknown): unknown =>
  isFull(error)
    ? new Problem('storage_full', 'There is no room for this file. Nothing was stored.', { cause: error })
    : error
