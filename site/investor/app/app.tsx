import { createBrowserRouter, type RouteObject, RouterProvider, replace } from 'react-router'
import { createRandomId } from '#core/api/random-id'
import {
  type InvestorDetailPageName,
  type InvestorPageName,
  investorDetailPageNames,
  investorPageNames,
} from '#core/browser/area-pages'
import { isPageNavigation } from '#core/browser/is-page-navigation'
import { APPEARANCE_STORAGE_KEY, readerFormat } from '#core/format/reader-format'
import { AreaLayout } from './AreaLayout.tsx'
import { redirectIfSignedIn, requireSession } from './auth-loader.ts'
import { loadAccountPages } from './load-account-pages.ts'
import { PagePlaceholder } from './PagePlaceholder.tsx'
import { RouteError } from './RouteError.tsx'
import './investor-utilities.css'

const loadSubscriptionPages = () => import('./subscription-pages.ts')

/** Each page is a separate file, loaded when it is first opened. The server knows their names: `investorPageNames`. */
const guarded: Record<InvestorPageName | InvestorDetailPageName, RouteObject['lazy']> = {
  dashboard: async () => ({
    Component: (await import('#site/investor/portfolio/dashboard/Dashboard.tsx')).Dashboard,
  }),
  transactions: async () => ({
    Component: (await import('#site/investor/cash/transactions/Transactions.tsx')).Transactions,
  }),
  documents: async () => ({
    Component: (await import('#site/investor/holdings/documents/Documents.tsx')).Documents,
  }),
  support: async () => ({ Component: (await import('#site/investor/desk/support/Support.tsx')).Support }),
  settings: async () => ({ Component: (await loadAccountPages()).SettingsRoutes }),
  verification: async () => ({ Component: (await loadAccountPages()).VerificationPage }),
  subscribe: async () => ({ Component: (await loadSubscriptionPages()).SubscribePage }),
  subscriptions: async () => ({ Component: (await loadSubscriptionPages()).SubscriptionPage }),
  holdings: async () => ({
    Component: (await import('#site/investor/holdings/register/HoldingPage.tsx')).HoldingPage,
  }),
}

/** Shown while the sign-in page's file is loading. Other pages do without its text. */
const signInPlaceholder =
  typeof window !== 'undefined' && location.pathname === '/access/login'
    ? { HydrateFallback: (await import('#site/investor/identity/sign-in/SignInLayout.tsx')).SignInSkeleton }
    : {}

/** The account recovery pages, whose names the server knows (`recoveryPages`), and Page Not Found. */
const otherwise: RouteObject = {
  path: '*',
  lazy: async () => ({ Component: (await loadAccountPages()).RecoveryPage }),
}

const pages: RouteObject[] = [
  {
    path: 'login',
    loader: redirectIfSignedIn,
    ...signInPlaceholder,
    lazy: async () => ({
      Component: (await import('#site/investor/identity/sign-in/SignInPage.tsx')).SignInPage,
    }),
  },
  ...investorPageNames.map((path) => ({
    path,
    loader: requireSession,
    shouldRevalidate: isPageNavigation,
    lazy: guarded[path],
  })),
  ...investorDetailPageNames.map((path) => ({
    path: `${path}/:name`,
    loader: requireSession,
    lazy: guarded[path],
  })),
]

const routes: RouteObject[] = [
  {
    path: '/access',
    Component: AreaLayout,
    HydrateFallback: PagePlaceholder,
    // Inside the layout, so that the bar's links still navigate between pages.
    children: [
      {
        errorElement: <RouteError />,
        children: [{ index: true, loader: () => replace('/access/dashboard') }, ...pages, otherwise],
      },
    ],
  },
  otherwise,
]

/**
 * Gives the history entry its own key. The router gives every page that was loaded, rather than reached by navigation
 * within the area, the key "default", and would restore one scroll position for all of them.
 */
function nameHistoryEntry() {
  if (!history.state?.key) history.replaceState({ ...history.state, key: createRandomId(64) }, '')
}

/** Applies the account's number and time formats from the last visit. */
function restoreReader() {
  try {
    Object.assign(readerFormat, JSON.parse(localStorage.getItem(APPEARANCE_STORAGE_KEY) ?? '').reader)
  } catch {}
}

function createRouter() {
  restoreReader()
  nameHistoryEntry()
  return createBrowserRouter(routes)
}

// Created once because it keeps listening to the browser's history.
const router = typeof window === 'undefined' ? undefined : createRouter()

/** The area behind /access. Rendered only in the browser because its content depends on who is signed in. */
export function InvestorArea() {
  return router && <RouterProvider router={router} />
}
