/** Icons of the support page's forms: one path each, in a 24-unit square, drawn by `Icon` as a thin line. */
export const calendarIcon = 'M4.5 6h15v13.5h-15ZM4.5 10h15M8.5 3.5V6M15.5 3.5V6M12 12.5v2.6l2 1.3'
export const chatIcon = 'M4.5 4.5h15V16h-9L6 20v-4H4.5Z'
export const ticketIcon =
  'M3.5 6.5h17v3.3a2.2 2.2 0 0 0 0 4.4v3.3h-17v-3.3a2.2 2.2 0 0 0 0-4.4ZM14 6.5v2M14 11v2M14 15.5v2'
