/** Every screen of the two areas, by URL. A page added to an area must be added here to compile. */
import type {
  accountPages,
  InvestorDetailPageName,
  InvestorPageName,
  recoveryPages,
} from '#core/browser/area-pages'
import { sections } from '#site/admin/kit/layout/sections.ts'
import { settingsSections } from '#site/investor/identity/settings/settings-sections.ts'
import { getTabUrl, tabs } from '#site/investor/portfolio/dashboard/tabs.ts'

/** The parameters in URLs of screens about a single record. */
export interface ShownThings {
  /** Code of a series with an open offering that the investor holds units of. */
  series: string
  /** A subscription of the investor. */
  subscription: number
  investor: number
}

type Named<Page extends string> = Record<Page, readonly string[]>

const guarded = ({
  series,
  subscription,
}: ShownThings): Named<InvestorPageName | InvestorDetailPageName> => ({
  dashboard: tabs.map((tab) => `dashboard${getTabUrl(tab)}`),
  transactions: ['transactions'],
  documents: ['documents'],
  support: ['support'],
  settings: settingsSections.map(({ path }) => path.replace('/access/', '')),
  verification: ['verification'],
  subscribe: [`subscribe/${series}`],
  subscriptions: [`subscriptions/${subscription}`],
  holdings: [`holdings/${series}`],
})

const ofVisitors: Named<(typeof recoveryPages)[number] | 'login' | 'register'> = {
  login: ['login'],
  register: ['register'],
  'forgot-password': ['forgot-password'],
  'reset-password': ['reset-password#token=unknown'],
  'confirm-email': ['confirm-email#token=unknown'],
  'restore-email': ['restore-email#token=unknown'],
  'not-me': ['not-me#token=unknown'],
  unsubscribe: ['unsubscribe#token=unknown'],
  feedback: ['feedback#token=unknown'],
}

const ofAccounts: Named<Exclude<(typeof accountPages)[number], 'register'>> = {
  notifications: ['notifications'],
}

const pathsOf = (pages: Record<string, readonly string[]>) =>
  Object.values(pages).flatMap((paths) => paths.map((path) => `/access/${path}`))

/** The investor area when signed in. */
export const investorScreens = (things: ShownThings): string[] =>
  pathsOf({ ...guarded(things), ...ofAccounts })

/** The investor area of a visitor. */
export const visitorScreens: string[] = pathsOf(ofVisitors)

/** The panel, without its server's path: each section, and the pages its rows lead to. */
export const panelScreens = ({ series, subscription, investor }: ShownThings): string[] => [
  ...sections.map(({ value }) => `?d=${value}`),
  `?d=users&user=${investor}`,
  `?d=verifications&item=${investor}`,
  `?d=transactions&user=${investor}`,
  `?d=subscriptions&item=${subscription}`,
  `?d=tokens&token=${series}`,
  ...['', '&view=entries', '&view=distributions'].map((view) => `?d=register&series=${series}${view}`),
  ...['calls', 'chats'].map((tab) => `?d=support&tab=${tab}`),
  '/settings',
]
