/** What became of a mail: it waits, was accepted by the mail server, or given up. */
export const mailStates = ['pending', 'sent', 'failed'] as const
export type MailState = (typeof mailStates)[number]
