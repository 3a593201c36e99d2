import { createBrowserRouter, type RouteObject, RouterProvider, replace } from 'react-router'
import { isOtherPage } from '#core/browser/other-page'
import { adminAddress } from '#core/session/admin-path'
import { guard, passSignedIn } from './guard.ts'
import { BrandContext, type BrandMark } from './layout/brand-context.ts'
import { PanelEntry } from './layout/PanelEntry.tsx'
import { SectionError } from './layout/SectionError.tsx'
import { SectionOutlet } from './layout/SectionOutlet.tsx'
import { SectionPlaceholder } from './layout/SectionPlaceholder.tsx'
import './area.css'

const routes: RouteObject[] = [
  {
    path: '/login',
    loader: passSignedIn,
    HydrateFallback: SectionPlaceholder,
    errorElement: <SectionError />,
    lazy: async () => ({ Component: (await import('./login/LoginPage.tsx')).LoginPage }),
  },
  {
    path: '/',
    loader: guard,
    shouldRevalidate: isOtherPage,
    Component: PanelEntry,
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

// Created once: it keeps listening to the browser's history.
const router =
  typeof window === 'undefined' ? undefined : createBrowserRouter(routes, { basename: adminAddress() })

interface AdminAreaProps {
  /** The product's default name, shown until the settings are loaded. */
  brand: string
  mark: BrandMark
}

/** The panel. Rendered only in the browser, because its content depends on who is signed in. */
export function AdminArea({ brand, mark }: AdminAreaProps) {
  return (
    router && (
      <BrandContext value={{ brand, mark }}>
        <RouterProvider router={router} />
      </BrandContext>
    )
  )
}
