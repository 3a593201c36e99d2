import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'
import { stepUpPrompt } from '#core/api/step-up'
import { subscribeToTheme } from '#core/browser/theme'
import { formatCalendarDate } from '#core/format/format'
import { storeMessage } from '#core/session/investor-session-termination'
import { investorSession } from '#core/session/session'
import { formatFullName } from '#shared/full-name'
import { loadAccountPages } from './load-account-pages.ts'

stepUpPrompt.ask = async (...asked) =>
  (await import('#site/investor/kit/step-up-dialog.ts')).promptForStepUp(...asked)

/**
 * Reloads the page, including its guard, when another tab signs out or signs in to another account, even if that
 * happened while the page was in the back/forward cache with the previous investor's figures.
 */
function useSessionOfOtherTabs() {
  useEffect(() => {
    const readId = () => investorSession.read()?.user.id
    const before = readId()
    return investorSession.onOtherTab(() => {
      const id = readId()
      if (id === before) return
      if (id === undefined)
        storeMessage('You were signed out in another tab or on another device. Sign in to continue.')
      location.reload()
    })
  }, [])
}

/**
 * On each page, the bar and its menus, which are outside the area and know no routes, mark the page's link; after
 * navigation to another page the focus moves to its start.
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

/** Whether a click follows the link here rather than in another tab or window. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Follows the bar's links to area pages, including notifications, without reloading the page. */
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
 * Space for the verification steps, reserved from the start so that nothing below moves. The email confirmation page
 * has none.
 */
const place = <div className="onboarding" />

/**
 * Banners above the pages of an account that is unverified or being closed, or whose email is unconfirmed or recovery
 * codes unsaved. Other accounts load none.
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
        void loadAccountPages().then(
          ({ AccountClosureBanner, ConfirmEmailBanner, OnboardingBanner, UnsavedRecoveryCodes }) =>
            setStrips(
              <>
                <AccountClosureBanner />
                <UnsavedRecoveryCodes />
                {is_verified ? <ConfirmEmailBanner /> : <OnboardingBanner />}
              </>,
            ),
        )
      }),
    [],
  )
  return strips
}

/** Stores a theme chosen here in the account, and applies one stored by another device. */
function useAppearance() {
  useEffect(() => {
    const load = () => import('#core/query/messaging/appearance')
    const follow = async () => {
      if (!document.hidden) (await load()).syncAppearance()
    }
    document.addEventListener('visibilitychange', follow)
    const stop = subscribeToTheme(async () => (await load()).saveTheme())
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop()
    }
  }, [])
}

/** The header of a printed page: what it is, whose, and of which day. */
function usePrintedLine() {
  useEffect(() => {
    const write = () => {
      const user = investorSession.read()?.user
      const line = document.querySelector('[data-printed]')
      if (!user || !line) return
      const { email } = user
      const day = formatCalendarDate(new Date().toISOString())
      line.textContent = `${document.title} · ${formatFullName(user)}, ${email} · printed on ${day}`
    }
    addEventListener('beforeprint', write)
    return () => removeEventListener('beforeprint', write)
  }, [])
}

/** The layout of all area pages. The bar and the footer are part of the surrounding page. */
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
