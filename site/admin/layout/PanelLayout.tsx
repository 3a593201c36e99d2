import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useSearchParams } from 'react-router'
import { adminSession } from '#core/session/admin-session'
import { ProposalNotice } from '#site/admin/approvals/ProposalNotice.tsx'
import { RestingStrip } from '#site/admin/approvals/RestingStrip.tsx'
import { findSection } from '#site/admin/sections.ts'
import { SectionNotice } from '#site/admin/toast/Notice.tsx'
import { useToast } from '#site/admin/toast/use-toast.ts'
import { viewOutcome } from '#site/admin/views/views.ts'
import { UnkeptCodesStrip } from '#site/security/UnkeptCodesStrip.tsx'
import { Navigation } from './Navigation.tsx'
import { TopBar } from './TopBar.tsx'

/**
 * Reloads the page, guard included, when another tab signs out or signs another administrator in; also when that
 * happened while the page was in the browser's back/forward cache.
 */
function useSessionOfOtherTabs() {
  useEffect(() => {
    const readId = () => adminSession.read()?.user.id
    const before = readId()
    return adminSession.onOtherTab(() => {
      if (readId() !== before) location.reload()
    })
  }, [])
}

/** After navigation to another section the focus moves to its beginning. */
function useFocusOnNewSection(shown: string) {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [shown])
}

/** The layout of the panel: the navigation at the side, the bar above, and the section between. */
export function PanelLayout() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const isUnkept = useStore(adminSession.$session)?.user.recovery_codes_unkept
  const isProfile = pathname === '/settings'
  const section = isProfile ? undefined : findSection(search.get('d'))
  useSessionOfOtherTabs()
  // A series opens in place of the catalogue: another screen of the same section.
  useFocusOnNewSection(
    section
      ? section.value + (search.get('token') ?? (section.value === 'users' ? (search.get('user') ?? '') : ''))
      : pathname,
  )
  return (
    <div className="grid flex-1 grid-cols-1 lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <div className="on-slate border-line border-r bg-slate text-on-slate max-lg:hidden">
        <div className="sticky top-0 max-h-dvh overflow-y-auto py-6">
          <Navigation current={section?.value} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col">
        <TopBar section={section?.value} />
        <RestingStrip />
        {isUnkept && <UnkeptCodesStrip to="/settings" className="px-6 max-sm:px-4" />}
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1240px]">
          <Outlet />
          <ProposalNotice />
          <SectionNotice of={useToast(viewOutcome)} className="px-6 max-sm:px-4" />
        </main>
      </div>
      {/* Lists put their filters into the URL: only another section scrolls to the top. */}
      <ScrollRestoration
        getKey={({ pathname, search }) => {
          const address = new URLSearchParams(search)
          const user = address.get('d') === 'users' ? address.get('user') : null
          return [pathname, address.get('d'), address.get('token'), user].join(' ')
        }}
      />
    </div>
  )
}
