import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'
import { stepUp } from '#core/api/step-up'
import { watchTheme } from '#core/browser/theme'
import { formatCalendarDate } from '#core/format/format'
import { storeMessage } from '#core/session/investor-session-termination'
import { investorSession } from '#core/session/session'
import { loadAccountPages } from './load-account-pages.ts'

stepUp.ask = async (...asked) => (await import('./step-up-dialog.ts')).ask(...asked)

/**
 * Reloads the page, guard included, when another tab signs out or signs another account in; also when that happened
 * while the page was in the browser's back/forward cache, with the former investor's figures.
 */
function useSessionOfOtherTabs() {
  useEffect(() => {
    const readId = () => investorSession.read()?.user.id
    const before = readId()
    return investorSession.onOtherTab(() => {
      const id = readId()
      if (id === before) return
      if (id === undefined)
        storeMessage('You were signed out in another tab or from another device. Sign in to go on.')
      location.reload()
    })
  }, [])
}

/**
 * On each page the bar and its menus, which are outside of the area and know no route, mark its link; after navigation to
 * another one the focus moves to its beginning.
 */
function useNewPage() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    for (const link of document.querySelectorAll('[data-navbar] :is(.area-nav > a, .menu-link)'))
      link.ariaCurrent = link.getAttribute('href') === pathname ? 'page' : null
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}

/** Whether a click follows the link here, rather than in another tab or window. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Follows the bar's links to pages of the area, notifications among them, without loading the page again. */
function useBarLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link =
        event.target instanceof Element && event.target.closest('[data-navbar] a[href^="/access/"]')
      if (!link || event.defaultPrevented || !isPlain(event)) return
      event.preventDefault()
      void navigate(link.getAttribute('href') ?? '')
      // The menu that had the focus has closed.
      if (link.closest('[data-menu]')) document.getElementById('main')?.focus({ preventScroll: true })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}

/**
 * The place of the steps of a verification, kept from the beginning, so that nothing below moves. The page that confirms
 * an email has none.
 */
const place = <div className="onboarding" />

/**
 * Strips above the pages of an account that is not verified, whose email is not confirmed or recovery codes are not
 * kept, or that is being closed. Others load none.
 */
function useAccountStrips(): ReactNode {
  const [strips, setStrips] = useState<ReactNode>(
    () =>
      location.pathname !== '/access/confirm-email' &&
      investorSession.read()?.user.is_verified === false &&
      place,
  )
  useEffect(
    () =>
      investorSession.$session.subscribe((session) => {
        if (!session) return
        const { is_verified, email_confirmed, closes_at, recovery_codes_unkept } = session.user
        if (is_verified && email_confirmed !== false && !closes_at && !recovery_codes_unkept) return
        void loadAccountPages().then(({ ClosureStrip, ConfirmStrip, OnboardingStrip, UnkeptCodes }) =>
          setStrips(
            <>
              <ClosureStrip />
              <UnkeptCodes />
              {is_verified ? <ConfirmStrip /> : <OnboardingStrip />}
            </>,
          ),
        )
      }),
    [],
  )
  return strips
}

/** Stores a theme that is chosen here in the account, and follows what another device has stored there. */
function useAppearance() {
  useEffect(() => {
    const load = () => import('#core/query/appearance')
    const follow = async () => {
      if (!document.hidden) (await load()).synchroniseAppearance()
    }
    document.addEventListener('visibilitychange', follow)
    const stop = watchTheme(async () => (await load()).storeTheme())
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop()
    }
  }, [])
}

/** Says at the head of a printed page what it is, whose, and of which day. */
function usePrintedLine() {
  useEffect(() => {
    const write = () => {
      const user = investorSession.read()?.user
      const line = document.querySelector('[data-printed]')
      if (!user || !line) return
      const { first_name, last_name, email } = user
      const day = formatCalendarDate(new Date().toISOString())
      line.textContent = `${document.title} · ${first_name} ${last_name}, ${email} · printed on ${day}`
    }
    addEventListener('beforeprint', write)
    return () => removeEventListener('beforeprint', write)
  }, [])
}

/** The layout of all pages of the area. The bar and the footer are part of the page around it. */
export function AreaLayout() {
  useSessionOfOtherTabs()
  useNewPage()
  useBarLinks()
  useAppearance()
  usePrintedLine()
  const strips = useAccountStrips()
  return (
    <>
      {strips}
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
