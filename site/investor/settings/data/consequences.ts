/** What happens to an account that is closed. */
export const consequences = [
  [
    'What goes',
    'Name, contacts, sign-ins, portfolio, notifications, second factors and your name on what you wrote to us.',
  ],
  [
    'What stays',
    'The ledger, the register of holders and the audit log, without your name: the books must stay complete.',
  ],
] as const
