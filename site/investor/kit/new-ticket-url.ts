import type { ticketCategories } from '#shared/enums/support'

/** URL of the support page with the ticket form open; `subject` and `category` prefill its fields. */
export const getNewTicketUrl = (subject = '', category?: (typeof ticketCategories)[number]): string =>
  `/access/support?write=ticket${subject && `&about=${encodeURIComponent(subject)}`}${category ? `&category=${category}` : ''}`
