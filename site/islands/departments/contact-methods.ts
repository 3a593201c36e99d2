import type { ContactDepartment } from '#contract/desk/departments'
import { type ContactMethod, getContactUrl, isWebAddress } from '#core/format/contact-url'

interface ContactWay {
  kind: ContactMethod
  text: string
  address: string
}

const withoutScheme = (link: string) => link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** The text of each link. A phone number given as a link has no digits to show; LinkedIn is always a link. */
const texts: Record<ContactMethod, (value: string) => string> = {
  email: (value) => value,
  phone: (value) => value,
  whatsapp: (value) => (isWebAddress(value) ? 'WhatsApp' : value),
  linkedin: (value) => (isWebAddress(value) ? withoutScheme(value) : ''),
  telegram: withoutScheme,
}
const kinds = Object.keys(texts) as ContactMethod[]

/** A department's contact methods, in display order. */
export const listContactMethods = (department: ContactDepartment): ContactWay[] =>
  kinds
    .map((kind) => {
      const value = department[kind]
      return { kind, text: texts[kind](value), address: getContactUrl(kind, value) }
    })
    .filter(({ text }) => text !== '')
