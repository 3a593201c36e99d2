import { createBrowserRouter, type RouteObject, RouterProvider, replace } from 'react-router'
import { isPageNavigation } from '#core/browser/is-page-navigation'
import { getAdminUrl } from '#core/session/admin-path'
import { redirectIfSignedIn, requireSession } from './auth-loader.ts'
import { BrandContext, type BrandMark } from './layout/brand-context.ts'
import { RequiredSetupGate } from './layout/RequiredSetupGate.tsx'
import { SectionError } from './layout/SectionError.tsx'
import { SectionOutlet } from './layout/SectionOutlet.tsx'
import { SectionPlaceholder } from './layout/SectionPlaceholder.tsx'
import './admin-utilities.css'

const routes: RouteObject[] = [
  {
    path: '/login',
    loader: redirectIfSignedIn,
    HydrateFallback: SectionPlaceholder,
    errorElement: <SectionError />,
    lazy: async () => ({ Component: (await import('./sign-in/AdminSignInPage.tsx')).AdminSignInPage }),
  },
  {
    path: '/',
    loader: requireSession,
    shouldRevalidate: isPageNavigation,
    Component: RequiredSetupGate,
    HydrateFallback: SectionPlaceholder,
    errorElement: <SectionError />,
    children: [
      { index: true, Component: SectionOutlet, errorElement: <SectionError /> },
      {
        path: 'settings',
        errorElement: <SectionError />,
        lazy: async () => ({ Component: (await import('./profile/Profile.tsx')).Profile }),
      },
    ],
  },
  { path: '*', loader: () => replace('/') },
]

// Created once because it keeps listening to the browser's history.
const router =
  typeof window === 'undefined' ? undefined : createBrowserRouter(routes, { basename: getAdminUrl() })

interface AdminAreaProps {
  /** The product's default name, shown until the settings are loaded. */
  brand: string
  mark: BrandMark
}

/** The panel. Rendered only in the browser because its content depends on who is signed in. */
export function AdminArea({ brand, mark }: AdminAreaProps) {
  return (
    router && (
      <BrandContext value={{ brand, mark }}>
        <RouterProvider router={router} />
      </BrandContext>
    )
  )
}
