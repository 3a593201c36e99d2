/** Frequent administrator messages, with placeholders in brackets. */
import type { SendNotificationBody } from '#contract/messaging/admin-notifications'

export interface MessageTemplate {
  id: string
  label: string
  title: string
  message: string
  category: SendNotificationBody['category']
  type: SendNotificationBody['type']
}

/** For one investor. */
export const directTemplates: readonly MessageTemplate[] = [
  {
    id: 'transaction',
    label: 'Transaction',
    title: 'Transaction [status]',
    message: 'Your transaction of [amount] [currency] is now [status]. View it in your transaction history.',
    category: 'transaction',
    type: 'info',
  },
  {
    id: 'investment',
    label: 'Investment',
    title: 'Investment in [token]',
    message: 'Your investment request for [token] has been [status]. See your dashboard for details.',
    category: 'investment',
    type: 'info',
  },
  {
    id: 'portfolio',
    label: 'Portfolio',
    title: 'Portfolio updated',
    message: 'Your portfolio was updated on [date]. Its total value is now [total value].',
    category: 'portfolio',
    type: 'info',
  },
]

/** For all users. */
export const globalTemplates: readonly MessageTemplate[] = [
  {
    id: 'maintenance',
    label: 'Maintenance',
    title: 'Scheduled maintenance on [date]',
    message: 'The platform will be unavailable on [date] from [start time] to [end time] for maintenance.',
    category: 'system',
    type: 'warning',
  },
  {
    id: 'security',
    label: 'Security update',
    title: 'Security update',
    message: 'We have updated [what changed]. Please [what to do] when you next sign in.',
    category: 'system',
    type: 'warning',
  },
  {
    id: 'features',
    label: 'New features',
    title: 'New: [feature name]',
    message: '[feature name] is now available. [what it does]',
    category: 'system',
    type: 'success',
  },
  {
    id: 'market',
    label: 'Market alert',
    title: 'Market alert: [asset]',
    message: '[asset] has moved by [percent] since [date]. Your dashboard shows current prices.',
    category: 'investment',
    type: 'warning',
  },
  {
    id: 'announcement',
    label: 'System announcement',
    title: '[announcement]',
    message: '[details]',
    category: 'system',
    type: 'info',
  },
  {
    id: 'holiday',
    label: 'Holiday schedule',
    title: 'Holiday schedule: [holiday]',
    message:
      'Our offices are closed from [first day] to [last day]. We will respond to requests from [return date].',
    category: 'system',
    type: 'info',
  },
]

/** A part of a text: `isBlank` for a placeholder. */
export interface TextSegment {
  text: string
  isBlank: boolean
  /** The index of its first character. */
  at: number
}

const BLANK = /\[[^[\]\n]{1,60}\]/g

/** Splits a text at its bracketed placeholders. */
export function splitPlaceholders(text: string): TextSegment[] {
  const pieces: TextSegment[] = []
  let end = 0
  for (const { 0: blank, index } of text.matchAll(BLANK)) {
    if (index > end) pieces.push({ text: text.slice(end, index), isBlank: false, at: end })
    pieces.push({ text: blank, isBlank: true, at: index })
    end = index + blank.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isBlank: false, at: end })
  return pieces
}

/** The placeholders remaining in the texts, each once. */
export const listPlaceholders = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(BLANK) ?? [])),
]
