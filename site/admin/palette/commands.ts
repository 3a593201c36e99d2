/** What the palette offers beside the results of the server. Pure. */
import { readAmount, type SearchResult } from '#contract/admin-search'
import type { Permission } from '#contract/permissions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { sections } from '#site/admin/sections.ts'
import { readDay } from './day.ts'

/** A line of the palette; `link` is a query of the panel, or a path of it. */
export interface PaletteItem {
  id: string
  /** What it is, in a word. */
  kind: string
  title: string
  subtitle: string
  link: string
}

const kindNames: Record<SearchResult['kind'], string> = {
  investor: 'Investor',
  subscription: 'Subscription',
  transaction: 'Transaction',
  proposal: 'Proposal',
  ticket: 'Ticket',
  call: 'Call',
  chat: 'Chat',
  series: 'Series',
}

/** Investors among the results that a transaction is offered for. */
const BOOKED = 2

/** The results of the server, and for the first investors the transaction that can be booked. */
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
      title: `Book a transaction for ${title}`,
      subtitle: 'Deposit, withdrawal, interest, fee or transfer',
      link: `${link}&do=book`,
    }))
  return [...found, ...booked]
}

const actions: readonly (Omit<PaletteItem, 'kind' | 'id'> & { needs: Permission })[] = [
  {
    title: 'Book a transaction',
    subtitle: 'Choose the investor first',
    link: '?d=transactions&do=book',
    needs: 'money',
  },
  {
    title: 'Send a notification',
    subtitle: 'To one investor, to several or to all',
    link: '?d=notifications',
    needs: 'desk',
  },
  {
    title: 'Subscriptions to review',
    subtitle: 'Submitted and not looked at',
    link: '?d=subscriptions&state=submitted',
    needs: 'read',
  },
  {
    title: 'Subscriptions that are paid',
    subtitle: 'Ready to be allotted',
    link: '?d=subscriptions&state=funded',
    needs: 'read',
  },
  {
    title: 'Investors who are not verified',
    subtitle: 'Under Users',
    link: '?d=users&filter=unverified',
    needs: 'read_desk',
  },
  {
    title: 'Mails that were given up',
    subtitle: 'Under Mails',
    link: '?d=mails&state=failed',
    needs: 'read',
  },
  { title: 'Open tickets', subtitle: 'Under Support', link: '?d=support&status=open', needs: 'read_desk' },
]

/**
 * The ways to all transactions with a text in their description, of an amount and of a day, however old: the search of
 * the server is of the recent ones.
 */
export function searchTransactions(text: string, mayRead: boolean): PaletteItem[] {
  if (!mayRead) return []
  const search = text.trim()
  const amount = readAmount(search)
  const day = readDay(search)
  const offered = [
    search.length >= 3 && {
      title: `Search all transactions for “${search}”`,
      subtitle: 'Their descriptions and numbers',
      query: `search=${encodeURIComponent(search)}`,
    },
    day !== undefined && {
      title: `All transactions of ${formatCalendarDate(day)}`,
      subtitle: 'Of all investors, a day in UTC',
      query: `from=${day}&to=${day}`,
    },
    amount !== undefined && {
      title: `All transactions of exactly ${formatMoney(amount)}`,
      subtitle: 'Of all investors, however old',
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

/** Sections and actions in which every word occurs; none for an empty text. */
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
