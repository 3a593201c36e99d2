/** The message for anyone whose account is locked by such a dispute; the sign-in form shows it unchanged. */
export const EMAIL_DISPUTED = 'a change of its email address is disputed'
