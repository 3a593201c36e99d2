import { createBrowserRouter, type RouteObject, RouterProvider, redirect } from 'react-router'
import { AreaFrame } from './AreaFrame.tsx'
import { guard, passSignedIn } from './guard.ts'
import { NotFound } from './NotFound.tsx'
import { PagePlaceholder } from './PagePlaceholder.tsx'
import { RouteError } from './RouteError.tsx'
import { SignInPlaceholder } from './session/SignInFrame.tsx'
import './area.css'

/** Each page is a file of its own, loaded when it is first gone to. */
const pages: RouteObject[] = [
  {
    path: 'login',
    loader: passSignedIn,
    HydrateFallback: SignInPlaceholder,
    lazy: async () => ({ Component: (await import('./session/SignInPage.tsx')).SignInPage }),
  },
  {
    path: 'dashboard',
    loader: guard,
    lazy: async () => ({ Component: (await import('./dashboard/Dashboard.tsx')).Dashboard }),
  },
  {
    path: 'transactions',
    loader: guard,
    lazy: async () => ({ Component: (await import('./transactions/Transactions.tsx')).Transactions }),
  },
  {
    path: 'documents',
    loader: guard,
    lazy: async () => ({ Component: (await import('./documents/Documents.tsx')).Documents }),
  },
  {
    path: 'settings',
    loader: guard,
    lazy: async () => ({ Component: (await import('./settings/Settings.tsx')).Settings }),
  },
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

// Made once: it listens to the browser's history from then on.
const router = typeof window === 'undefined' ? undefined : createBrowserRouter(routes)

/** The area behind /access: client-only, because what it shows depends on who is signed in. */
export function InvestorArea() {
  return router && <RouterProvider router={router} />
}
