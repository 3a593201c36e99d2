import { createBrowserRouter, type RouteObject, RouterProvider, replace } from 'react-router'
import { isPageNavigation } from '#core/browser/is-page-navigation'
import { getAdminUrl } from '#core/session/admin-path'
import { BrandContext, type BrandMark } from '#site/admin/kit/layout/brand-context.ts'
import { SectionPlaceholder } from '#site/admin/kit/layout/SectionPlaceholder.tsx'
import { redirectIfSignedIn, requireSession } from './auth-loader.ts'
import { RequiredSetupGate } from './RequiredSetupGate.tsx'
import { SectionError } from './SectionError.tsx'
import { SectionOutlet } from './SectionOutlet.tsx'
import './admin-utilities.css'

const routes: RouteObject[] = [
  {
    path: '/login',
    loader: redirectIfSignedIn,
    HydrateFallback: SectionPlaceholder,
    errorElement: <SectionError />,
    lazy: async () => ({
      Component: (await import('#site/admin/identity/sign-in/AdminSignInPage.tsx')).AdminSignInPage,
    }),
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
        lazy: async () => ({ Component: (await import('#site/admin/identity/profile/Profile.tsx')).Profile }),
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
