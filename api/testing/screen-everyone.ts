/** Screening of all investors against the current watchlist, without which no one is paid. */
import { and, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { users } from '#db/schema/identity/accounts'
import { createScreener, isUnscreened } from '#modules/compliance/screening/screening-job'
import type { TestApp } from './test-app.ts'

const screener = createScreener('test')

/** Screens all investors. The server's own job may be at it, in which case this waits until it has ended. */
export const screenEveryone = ({ db }: Pick<TestApp, 'db'>): Promise<void> =>
  expect
    .poll(async () => {
      await screener.screenDue()
      return db.$count(users, and(isNull(users.deleted_at), isUnscreened))
    })
    .toBe(0)
