/** What happens when an account is closed. */
export const closureConsequences = [
  [
    'What is deleted',
    'Your name, contact details, sign-in records, portfolio, notifications and two-step verification methods. Your name is removed from your support messages.',
  ],
  [
    'What is retained',
    'Transactions, the register of holders and the audit log, without your name, as required for complete records.',
  ],
] as const
