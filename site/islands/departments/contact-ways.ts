import type { ContactDepartment } from '#contract/departments'

export interface ContactWay {
  way: 'Email' | 'Phone' | 'WhatsApp' | 'LinkedIn' | 'Telegram'
  text: string
  address: string
}

const isLink = (text: string) => /^https?:\/\//i.test(text)
const digitsOf = (number: string) => number.replace(/\D/g, '')
const withoutScheme = (link: string) => link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** A Telegram handle, with or without its @, or a link, as an address. */
const telegramAddress = (handle: string) =>
  isLink(handle) ? handle : `https://t.me/${encodeURIComponent(handle.replace(/^@/, ''))}`

const whatsappAddress = (number: string) => (isLink(number) ? number : `https://wa.me/${digitsOf(number)}`)

/** The ways to reach a department that it has, in the order they are shown. */
export function findContactWays(department: ContactDepartment): ContactWay[] {
  const { email, phone, whatsapp, linkedin, telegram } = department
  const ways: ContactWay[] = [
    { way: 'Email', text: email, address: `mailto:${email}` },
    { way: 'Phone', text: phone, address: `tel:${phone.replace(/[^\d+]/g, '')}` },
    { way: 'WhatsApp', text: isLink(whatsapp) ? 'WhatsApp' : whatsapp, address: whatsappAddress(whatsapp) },
    // Anything but a web address would be followed relative to this page, or worse.
    { way: 'LinkedIn', text: isLink(linkedin) ? withoutScheme(linkedin) : '', address: linkedin },
    { way: 'Telegram', text: withoutScheme(telegram), address: telegramAddress(telegram) },
  ]
  return ways.filter(({ text }) => text !== '')
}
