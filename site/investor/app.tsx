import { createBrowserRouter, type RouteObject, RouterProvider, replace } from 'react-router'
import { makeRandomId } from '#core/api/random-id'
import { type AreaDetailPage, type AreaPage, areaDetailPages, areaPages } from '#core/browser/area-pages'
import { isOtherPage } from '#core/browser/other-page'
import { APPEARANCE, reader } from '#core/format/reader'
import { AreaLayout } from './AreaLayout.tsx'
import { guard, passSignedIn } from './guard.ts'
import { loadAccountPages } from './load-account-pages.ts'
import { PagePlaceholder } from './PagePlaceholder.tsx'
import { RouteError } from './RouteError.tsx'
import './area.css'

const loadSubscriptionPages = () => import('./subscription-pages.ts')

/** Each page is a separate file, loaded when it is first opened. The server knows their names: `areaPages`. */
const guarded: Record<AreaPage | AreaDetailPage, RouteObject['lazy']> = {
  dashboard: async () => ({ Component: (await import('./dashboard/Dashboard.tsx')).Dashboard }),
  transactions: async () => ({ Component: (await import('./transactions/Transactions.tsx')).Transactions }),
  documents: async () => ({ Component: (await import('./documents/Documents.tsx')).Documents }),
  support: async () => ({ Component: (await import('./support/Support.tsx')).Support }),
  settings: async () => ({ Component: (await loadAccountPages()).SettingsArea }),
  verification: async () => ({ Component: (await loadAccountPages()).VerificationPage }),
  subscribe: async () => ({ Component: (await loadSubscriptionPages()).Subscribe }),
  subscriptions: async () => ({ Component: (await loadSubscriptionPages()).SubscriptionPage }),
  holdings: async () => ({ Component: (await import('./holdings/HoldingPage.tsx')).HoldingPage }),
}

/** Shown while the file of the sign-in page is loading. Other pages do without its text. */
const signInPlaceholder =
  typeof window !== 'undefined' && location.pathname === '/access/login'
    ? { HydrateFallback: (await import('./session/SignInLayout.tsx')).SignInPlaceholder }
    : {}

/** The pages on the way back into an account, whose names the server knows (`recoveryPages`), and Page Not Found. */
const otherwise: RouteObject = {
  path: '*',
  lazy: async () => ({ Component: (await loadAccountPages()).RecoveryPage }),
}

const pages: RouteObject[] = [
  {
    path: 'login',
    loader: passSignedIn,
    ...signInPlaceholder,
    lazy: async () => ({ Component: (await import('./session/SignInPage.tsx')).SignInPage }),
  },
  ...areaPages.map((path) => ({ path, loader: guard, shouldRevalidate: isOtherPage, lazy: guarded[path] })),
  ...areaDetailPages.map((path) => ({ path: `${path}/:name`, loader: guard, lazy: guarded[path] })),
]

const routes: RouteObject[] = [
  {
    path: '/access',
    Component: AreaLayout,
    HydrateFallback: PagePlaceholder,
    // Inside the layout, so that the links of the bar still lead from one page to another.
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
 * Gives the entry of the browser's history a separate key. The router gives every page that was loaded, rather than
 * reached by navigation within the area, the key "default", and would restore one scroll position for all of them.
 */
function nameHistoryEntry() {
  if (!history.state?.key) history.replaceState({ ...history.state, key: makeRandomId(64) }, '')
}

/** Writes figures and times as the account said on the last visit. */
function restoreReader() {
  try {
    Object.assign(reader, JSON.parse(localStorage.getItem(APPEARANCE) ?? '').reader)
  } catch {}
}

function createRouter() {
  restoreReader()
  nameHistoryEntry()
  return createBrowserRouter(routes)
}

// Created once: it keeps listening to the browser's history.
const router = typeof window === 'undefined' ? undefined : createRouter()

/** The area behind /access. Rendered only in the browser, because its content depends on who is signed in. */
export function InvestorArea() {
  return router && <RouterProvider router={router} />
}
