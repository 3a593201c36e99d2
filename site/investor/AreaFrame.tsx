import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { investorSession } from '#core/session'

/** Loads the page again, guard included, when another tab signs out, or signs somebody else in. */
function useSessionOfOtherTabs() {
  useEffect(() => {
    const readId = () => investorSession.read()?.user.id
    const before = readId()
    const follow = () => readId() !== before && location.reload()
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
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

/** What all pages of the area have in common. The bar and the footer stand around it, in the page itself. */
export function AreaFrame() {
  useSessionOfOtherTabs()
  useFocusOnNewPage()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
