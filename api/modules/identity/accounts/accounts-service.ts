/**
 * What emailed links need while the server runs: their validity, and work that continues after a response.
 */
import type { Logger } from '#common/logger'
import { provideServices } from '#common/service-container'
import type { LinkHours } from './email-links.ts'

/**
 * Reset links per account that can be valid at once, at a scale of one, so that no one can flood a mailbox.
 */
const OPEN_RESETS = 10

/** Name changes per account within a day: each one requires another comparison with the watchlist. */
const NAME_CHANGES = 5

interface AccountOptions {
  hours: LinkHours
  /** Factor for the number of emails, as for the rate limits. */
  scale: number
  log: Logger
}

/** Prepares this module. The returned handle waits for work in flight. */
export function startAccountsService({ hours, scale, log }: AccountOptions): { close(): Promise<void> } {
  let tail = Promise.resolve()
  provideServices({
    accounts: {
      hours,
      openResets: Math.max(1, Math.floor(OPEN_RESETS * scale)),
      nameChanges: Math.max(1, Math.floor(NAME_CHANGES * scale)),
      // Sequential, so that a flood of requests takes one connection of the pool.
      later(work) {
        tail = tail.then(work).catch((err) => log.error({ err }, 'a link could not be mailed'))
      },
    },
  })
  return { close: () => tail }
}
