/** Errors thrown by both services and the HTTP layer. */
import { Problem } from '#contract/problem'

/** The error when the database cannot be reached. */
export const unavailableProblem = (cause: unknown): Problem =>
  new Problem('unavailable', 'The service is temporarily unavailable. Please try again in a moment.', {
    retryAfter: 5,
    cause,
  })

/** The error for a call that was rolled back because others changed the same records concurrently. */
export const contended = (cause: unknown): Problem =>
  new Problem(
    'unavailable',
    'These records are being changed by someone else. Please try again in a moment.',
    {
      retryAfter: 1,
      cause,
    },
  )

/** A full disk or an exhausted quota. */
const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as { code?: string } | undefined)?.code ?? '')

/** Converts a failed write into the caller's error. */
export const toDatabaseProblem = (error: unknown): unknown =>
  isFull(error)
    ? new Problem('storage_full', 'There is not enough storage for this file. The file was not saved.', {
        cause: error,
      })
    : error
