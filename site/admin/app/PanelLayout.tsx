import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import {
  type Location,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigationType,
  useSearchParams,
} from 'react-router'
import { adminSession } from '#core/session/admin-session'
import { UnsavedRecoveryCodesBanner } from '#site/account-security/UnsavedRecoveryCodesBanner.tsx'
import { ApprovalRequestedToast } from '#site/admin/desk/approvals/ApprovalRequestedToast.tsx'
import { findSection } from '#site/admin/kit/layout/sections.ts'
import { savedViewToasts } from '#site/admin/kit/saved-views/saved-views-store.ts'
import { SectionToast } from '#site/admin/kit/toasts/InlineToast.tsx'
import { useToast } from '#site/admin/kit/toasts/use-toast.ts'
import { Navigation } from './Navigation.tsx'
import { TopBar } from './TopBar.tsx'

/**
 * Reloads the page, including its guard, when another tab signs out or signs in another administrator, even if that
 * happened while the page was in the back/forward cache.
 */
function useSessionOfOtherTabs() {
  useEffect(() => {
    const readId = () => adminSession.read()?.user.id
    const before = readId()
    return adminSession.onOtherTab(() => {
      if (readId() !== before) window.location.reload()
    })
  }, [])
}

/**
 * Identifies what is on screen: a section, or a series or investor in its place. Lists store their filters in the same
 * URL.
 */
function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const address = new URLSearchParams(search)
  const section = address.get('d')
  const user = section === 'users' ? address.get('user') : null
  return [pathname, section, address.get('token'), user].join(' ')
}

/**
 * After navigation, the focus moves to the start of the new place. A link opens it at the top; the browser's Back
 * restores the scroll position.
 */
function useBeginningOfPlace(shown: string) {
  const before = useRef(shown)
  const type = useNavigationType()
  // After `ScrollRestoration`, which knows only that the place was scrolled before.
  useLayoutEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (type === 'PUSH') window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [shown, type])
}

/** The layout of the panel: navigation at the side, the bar on top, and the section. */
export function PanelLayout() {
  const location = useLocation()
  const { pathname } = location
  const [search] = useSearchParams()
  const isUnkept = useStore(adminSession.$session)?.user.recovery_codes_unkept
  const isProfile = pathname === '/settings'
  const section = isProfile ? undefined : findSection(search.get('d'))
  useSessionOfOtherTabs()
  useBeginningOfPlace(placeOf(location))
  return (
    <div className="grid flex-1 grid-cols-1 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <div className="on-slate border-line border-r bg-slate text-on-slate max-lg:hidden">
        <div className="sticky top-0 max-h-dvh overflow-y-auto py-6">
          <Navigation current={section?.value} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col">
        <TopBar section={section?.value} />
        {isUnkept && <UnsavedRecoveryCodesBanner to="/settings" className="px-6 max-sm:px-4" />}
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1240px]">
          <Outlet />
          <ApprovalRequestedToast />
          <SectionToast toast={useToast(savedViewToasts)} className="px-6 max-sm:px-4" />
        </main>
      </div>
      <ScrollRestoration getKey={placeOf} />
    </div>
  )
}
