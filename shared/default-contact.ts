/**
 * Contact details used before the settings are read: in the seed's general department and the footer as built.
 * Placeholders: a domain reserved by RFC 2606 and a telephone number reserved for fiction.
 */
export const defaultContact = {
  email: 'contact@lodefield.example',
  phone: '+1 (202) 555-0100',
  hours: 'Monday - Friday: 9:00 AM - 6:00 PM PST',
} as const
