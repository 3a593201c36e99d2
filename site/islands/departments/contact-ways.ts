import type { ContactDepartment } from '#contract/departments'
import { addressOfContact, type ContactKind, isWebAddress } from '#core/format/contact-address'

interface ContactWay {
  kind: ContactKind
  text: string
  address: string
}

const withoutScheme = (link: string) => link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** What stands on the link to each. A number that is a link has no digits to show; LinkedIn has links alone. */
const texts: Record<ContactKind, (value: string) => string> = {
  email: (value) => value,
  phone: (value) => value,
  whatsapp: (value) => (isWebAddress(value) ? 'WhatsApp' : value),
  linkedin: (value) => (isWebAddress(value) ? withoutScheme(value) : ''),
  telegram: withoutScheme,
}
const kinds = Object.keys(texts) as ContactKind[]

/** The ways to reach a department that it has, in the order they are shown. */
export const findContactWays = (department: ContactDepartment): ContactWay[] =>
  kinds
    .map((kind) => {
      const value = department[kind]
      return { kind, text: texts[kind](value), address: addressOfContact(kind, value) }
    })
    .filter(({ text }) => text !== '')
