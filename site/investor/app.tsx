import { createBrowserRouter, type RouteObject, RouterProvider, redirect } from 'react-router'
import { makeRandomId } from '#core/api/random-id'
import { type AreaPage, areaPages } from '#core/browser/area-pages'
import { AreaFrame } from './AreaLayout.tsx'
import { guard, passSignedIn } from './guard.ts'
import { NotFound } from './NotFound.tsx'
import { PagePlaceholder } from './PagePlaceholder.tsx'
import { RouteError } from './RouteError.tsx'
import { SignInPlaceholder } from './session/SignInLayout.tsx'
import './area.css'

/** Each page is a file of its own, loaded when it is first gone to. The server knows their names: `areaPages`. */
const guarded: Record<AreaPage, RouteObject['lazy']> = {
  dashboard: async () => ({ Component: (await import('./dashboard/Dashboard.tsx')).Dashboard }),
  transactions: async () => ({ Component: (await import('./transactions/Transactions.tsx')).Transactions }),
  documents: async () => ({ Component: (await import('./documents/Documents.tsx')).Documents }),
  settings: async () => ({ Component: (await import('./settings/Settings.tsx')).Settings }),
}

const pages: RouteObject[] = [
  {
    path: 'login',
    loader: passSignedIn,
    HydrateFallback: SignInPlaceholder,
    lazy: async () => ({ Component: (await import('./session/SignInPage.tsx')).SignInPage }),
  },
  ...areaPages.map((path) => ({ path, loader: guard, lazy: guarded[path] })),
]

const routes: RouteObject[] = [
  {
    path: '/access',
    Component: AreaFrame,
    HydrateFallback: PagePlaceholder,
    errorElement: <RouteError />,
    children: [
      { index: true, loader: () => redirect('/access/dashboard') },
      ...pages,
      { path: '*', Component: NotFound },
    ],
  },
  { path: '*', Component: NotFound },
]

/**
 * Gives the entry of the browser's history a key of its own. The router calls every page that was loaded, rather than
 * gone to within the area, "default", and would scroll each of them to where the one before was left.
 */
function nameHistoryEntry() {
  if (!history.state?.key) history.replaceState({ ...history.state, key: makeRandomId(64) }, '')
}

function createRouter() {
  nameHistoryEntry()
  return createBrowserRouter(routes)
}

// Made once: it listens to the browser's history from then on.
const router = typeof window === 'undefined' ? undefined : createRouter()

/** The area behind /access: client-only, because what it shows depends on who is signed in. */
export function InvestorArea() {
  return router && <RouterProvider router={router} />
}
