import { expect, test } from 'vitest'
import { adminRegister } from '#contract/admin-register'
import { adminSubscriptions } from '#contract/admin-subscriptions'
import { adminTransactions } from '#contract/admin-transactions'
import { describeRule } from './SecondApproval.tsx'

const rest = 'it becomes an approval request, and nothing changes until it is approved.'

test('a dialog says what its rule means before the press: always, above the threshold, or in some cases', () => {
  expect(describeRule(adminRegister.move.twoPairs ?? {})).toBe(
    `A second administrator must approve this: ${rest}`,
  )
  expect(describeRule(adminTransactions.create.twoPairs ?? {})).toBe(
    `Above the dual approval threshold, ${rest}`,
  )
  expect(describeRule(adminSubscriptions.decide.twoPairs ?? {})).toBe(
    `If a second administrator must approve this, ${rest}`,
  )
  expect(describeRule(adminSubscriptions.decide.twoPairs ?? {}, true)).toBe(
    `A second administrator must approve this: ${rest}`,
  )
})
