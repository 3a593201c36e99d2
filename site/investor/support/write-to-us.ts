import type { ticketCategories } from '#shared/enums/support'

/** Address of the support page with the form of a ticket open; `subject` and `category` fill its fields. */
export const writeToUs = (subject = '', category?: (typeof ticketCategories)[number]): string =>
  `/access/support?write=ticket${subject && `&about=${encodeURIComponent(subject)}`}${category ? `&category=${category}` : ''}`
