/** What the palette offers besides the server's results. Pure functions. */
import { parseAmount, type SearchResult } from '#contract/desk/admin-command-palette'
import type { Permission } from '#contract/permissions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { sections } from '#site/admin/kit/layout/sections.ts'
import { parseDay } from './parse-day.ts'

/** A line of the palette; `link` is a query or a path of the panel. */
export interface PaletteItem {
  id: string
  /** Its type, in a word. */
  kind: string
  title: string
  subtitle: string
  link: string
}

const kindNames: Record<SearchResult['kind'], string> = {
  investor: 'Investor',
  subscription: 'Subscription',
  transaction: 'Transaction',
  proposal: 'Approval request',
  ticket: 'Ticket',
  call: 'Call',
  chat: 'Chat',
  series: 'Series',
}

/** Number of investors among the results for which a transaction is offered. */
const BOOKED = 2

/** The server's results, and for the first investors the option to add a transaction. */
export function toItems(results: readonly SearchResult[], mayBook: boolean): PaletteItem[] {
  const found = results.map(({ kind, id, title, subtitle, link }) => ({
    id: `${kind} ${id}`,
    kind: kindNames[kind],
    title,
    subtitle,
    link,
  }))
  const booked = results
    .filter(({ kind }) => mayBook && kind === 'investor')
    .slice(0, BOOKED)
    .map(({ id, title, link }) => ({
      id: `book ${id}`,
      kind: 'Action',
      title: `Add a transaction for ${title}`,
      subtitle: 'Deposit, withdrawal, interest, fee or transfer',
      link: `${link}&do=book`,
    }))
  return [...found, ...booked]
}

const actions: readonly (Omit<PaletteItem, 'kind' | 'id'> & { needs: Permission })[] = [
  {
    title: 'Add a transaction',
    subtitle: 'Select the investor first',
    link: '?d=transactions&do=book',
    needs: 'money',
  },
  {
    title: 'Send a notification',
    subtitle: 'To one investor, several or all',
    link: '?d=notifications',
    needs: 'desk',
  },
  {
    title: 'Subscriptions to review',
    subtitle: 'Submitted, not yet reviewed',
    link: '?d=subscriptions&state=submitted',
    needs: 'read',
  },
  {
    title: 'Paid subscriptions',
    subtitle: 'Ready for allotment',
    link: '?d=subscriptions&state=funded',
    needs: 'read',
  },
  {
    title: 'Unverified investors',
    subtitle: 'In Users',
    link: '?d=users&filter=unverified',
    needs: 'read_desk',
  },
  {
    title: 'Failed emails',
    subtitle: 'In Emails',
    link: '?d=mails&state=failed',
    needs: 'read',
  },
  { title: 'Open tickets', subtitle: 'In Support', link: '?d=support&status=open', needs: 'read_desk' },
]

/**
 * Links to all transactions with this text in their description, this amount or this day, however old, because the
 * server's search covers only recent ones.
 */
export function searchTransactions(text: string, mayRead: boolean): PaletteItem[] {
  if (!mayRead) return []
  const search = text.trim()
  const amount = parseAmount(search)
  const day = parseDay(search)
  const offered = [
    search.length >= 3 && {
      title: `Search all transactions for “${search}”`,
      subtitle: 'Descriptions and transaction numbers',
      query: `search=${encodeURIComponent(search)}`,
    },
    day !== undefined && {
      title: `All transactions on ${formatCalendarDate(day)}`,
      subtitle: 'All investors, UTC day',
      query: `from=${day}&to=${day}`,
    },
    amount !== undefined && {
      title: `All transactions for exactly ${formatMoney(amount)}`,
      subtitle: 'All investors, all dates',
      query: `min=${amount}&max=${amount}`,
    },
  ]
  return offered
    .filter((one) => one !== false)
    .map(({ query, ...said }) => ({
      ...said,
      id: `action transactions ${query}`,
      kind: 'Action',
      link: `?d=transactions&${query}`,
    }))
}

/** Sections and actions that contain every word; none for an empty text. */
export function findCommands(text: string, may: (permission: Permission) => boolean): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const offered: PaletteItem[] = [
    ...sections.map(({ value, label, about }) => ({
      id: `section ${value}`,
      kind: 'Section',
      title: label,
      subtitle: about,
      link: `?d=${value}`,
    })),
    ...actions
      .filter(({ needs }) => may(needs))
      .map(({ needs: _, ...action }) => ({ ...action, id: `action ${action.link}`, kind: 'Action' })),
  ]
  return offered.filter(({ title, subtitle }) => {
    const said = `${title} ${subtitle}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
}
