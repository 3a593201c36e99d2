/** What the links in mails need while the server runs: their ages, and work that goes on after a response. */
import type { Logger } from '#common/log'
import { provide } from '#common/process-state'
import type { LinkHours } from './links.ts'

/** Reset links of one account that can be open at once, at a scale of one: nobody's mailbox is flooded through us. */
const OPEN_RESETS = 10

/** Changes of name of one account within a day: each is compared with the watchlist anew. */
const NAME_CHANGES = 5

interface AccountOptions {
  hours: LinkHours
  /** Factor on the number of mails, as on the rate limits. */
  scale: number
  log: Logger
}

/** Prepares this module. The returned handle waits for work in flight. */
export function openAccounts({ hours, scale, log }: AccountOptions): { close(): Promise<void> } {
  let tail = Promise.resolve()
  provide({
    accounts: {
      hours,
      openResets: Math.max(1, Math.floor(OPEN_RESETS * scale)),
      nameChanges: Math.max(1, Math.floor(NAME_CHANGES * scale)),
      // One after the other: a flood of requests takes one connection of the pool.
      later(work) {
        tail = tail.then(work).catch((err) => log.error({ err }, 'a link could not be mailed'))
      },
    },
  })
  return { close: () => tail }
}
