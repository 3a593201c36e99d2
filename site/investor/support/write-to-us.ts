/** Address of the support page with the form of a ticket open; `subject` fills its subject. */
export const writeToUs = (subject = ''): string =>
  `/access/support?write=ticket${subject && `&about=${encodeURIComponent(subject)}`}`
