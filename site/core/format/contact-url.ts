/** Kinds of contact of a department. */
export type ContactMethod = 'email' | 'phone' | 'whatsapp' | 'linkedin' | 'telegram'

/** Whether it is a web URL that can be linked as is. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** The URL of a contact: a number or a handle such as @name becomes a URL on that service. */
export function getContactUrl(kind: ContactMethod, value: string): string {
  if (kind === 'email') return `mailto:${value}`
  if (kind === 'phone') return `tel:${value.replace(/[^\d+]/g, '')}`
  if (isWebAddress(value)) return value
  if (kind === 'whatsapp') return `https://wa.me/${value.replace(/\D/g, '')}`
  if (kind === 'telegram') return `https://t.me/${encodeURIComponent(value.replace(/^@/, ''))}`
  // Without a scheme, the link would be relative to this page or run as a script.
  return `https://${value.replace(/^\/+/, '')}`
}
