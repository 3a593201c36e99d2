import { createBrowserRouter, type RouteObject, RouterProvider, redirect } from 'react-router'
import { adminAddress } from '#core/session/admin-path'
import { guard, passSignedIn } from './guard.ts'
import { BrandContext, type BrandMark } from './layout/brand-context.ts'
import { PanelFrame } from './layout/PanelFrame.tsx'
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
    Component: PanelFrame,
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
  { path: '*', loader: () => redirect('/') },
]

// Made once: it listens to the browser's history from then on.
const router =
  typeof window === 'undefined' ? undefined : createBrowserRouter(routes, { basename: adminAddress() })

interface AdminAreaProps {
  /** The product's default name, until the settings tell the site's own. */
  brand: string
  mark: BrandMark
}

/** The panel: client-only, because what it shows depends on who is signed in. */
export function AdminArea({ brand, mark }: AdminAreaProps) {
  return (
    router && (
      <BrandContext value={{ brand, mark }}>
        <RouterProvider router={router} />
      </BrandContext>
    )
  )
}
