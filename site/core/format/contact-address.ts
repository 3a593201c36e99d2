/** The ways there are to reach a department. */
export type ContactKind = 'email' | 'phone' | 'whatsapp' | 'linkedin' | 'telegram'

/** Whether it is a web address, and may stand in a link as it is. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** Where a link to a contact leads: a number or a handle such as @name becomes its address on the service. */
export function addressOfContact(kind: ContactKind, value: string): string {
  if (kind === 'email') return `mailto:${value}`
  if (kind === 'phone') return `tel:${value.replace(/[^\d+]/g, '')}`
  if (isWebAddress(value)) return value
  if (kind === 'whatsapp') return `https://wa.me/${value.replace(/\D/g, '')}`
  if (kind === 'telegram') return `https://t.me/${encodeURIComponent(value.replace(/^@/, ''))}`
  // Without a scheme it would be followed relative to this page, or as a script.
  return `https://${value.replace(/^\/+/, '')}`
}
