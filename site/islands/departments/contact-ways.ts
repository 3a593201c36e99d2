import type { ContactDepartment } from '#contract/departments'
import { addressOfContact, type ContactKind, isWebAddress } from '#core/format/contact-address'

interface ContactWay {
  kind: ContactKind
  text: string
  address: string
}

const withoutScheme = (link: string) => link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** The text of each link. A phone number that is a link has no digits to show; LinkedIn is always a link. */
const texts: Record<ContactKind, (value: string) => string> = {
  email: (value) => value,
  phone: (value) => value,
  whatsapp: (value) => (isWebAddress(value) ? 'WhatsApp' : value),
  linkedin: (value) => (isWebAddress(value) ? withoutScheme(value) : ''),
  telegram: withoutScheme,
}
const kinds = Object.keys(texts) as ContactKind[]

/** The contact ways that a department has, in the order in which they are shown. */
export const findContactWays = (department: ContactDepartment): ContactWay[] =>
  kinds
    .map((kind) => {
      const value = department[kind]
      return { kind, text: texts[kind](value), address: addressOfContact(kind, value) }
    })
    .filter(({ text }) => text !== '')
