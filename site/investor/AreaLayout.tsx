import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { storeMessage } from '#core/session/investor-session-termination'
import { investorSession } from '#core/session/session'

/**
 * Loads the page again, guard included, when another tab signs out, or signs somebody else in; also when that was
 * while the page waited in the browser's history, with the figures of who has signed out.
 */
function useSessionOfOtherTabs() {
  useEffect(() => {
    const readId = () => investorSession.read()?.user.id
    const before = readId()
    return investorSession.onOtherTab(() => {
      const id = readId()
      if (id === before) return
      if (id === undefined) storeMessage('You were signed out in another tab. Sign in to go on.')
      location.reload()
    })
  }, [])
}

/** After a step from page to page the keyboard and the screen reader go on at the new page's beginning. */
function useFocusOnNewPage() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}

/** Marks the page that is shown in the bar and its menus, which stand around the area and know no route. */
function useMarkedLinks() {
  const { pathname } = useLocation()
  useEffect(() => {
    for (const link of document.querySelectorAll('[data-navbar] a[href^="/access/"]')) {
      if (link.getAttribute('href') === pathname) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
  }, [pathname])
}

/** What all pages of the area have in common. The bar and the footer stand around it, in the page itself. */
export function AreaFrame() {
  useSessionOfOtherTabs()
  useFocusOnNewPage()
  useMarkedLinks()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
