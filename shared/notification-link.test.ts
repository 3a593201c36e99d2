import { expect, test } from 'vitest'
import { getNotificationPath } from './notification-link.ts'

test.each([
  ['investment', 'Units of $MONZ transferred', '', '/access/holdings/monz'],
  ['investment', 'Units of $MONZ redeemed', '', '/access/holdings/monz'],
  [
    'investment',
    'Units of $MONZ are allotted',
    'Subscription S-000012 is entered.',
    '/access/subscriptions/12',
  ],
  ['investment', 'Request for $MONZ approved', '', '/access/dashboard?tab=investments'],
  ['transaction', 'Distribution of $MONZ', '5 × 0.10 (transaction 39).', '/access/transactions?open=39'],
  ['transaction', 'Distribution of $MONZ', 'Paid.', '/access/holdings/monz#distributions'],
  ['transaction', 'Your deposit', '', '/access/transactions'],
  ['transaction', 'Deposit failed', 'It failed (transaction 7).', '/access/transactions?open=7'],
  ['system', 'Ticket T-000004: answered', '', '/access/support'],
  ['system', 'Verification: your turn', '', '/access/verification'],
  ['system', 'Closed on Friday', '', undefined],
] as const)('a notification of %s, ‘%s’, links to its subject', (category, title, message, page) => {
  expect(getNotificationPath({ category, title, message })).toBe(page)
})
