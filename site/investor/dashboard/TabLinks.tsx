import { Link } from 'react-router'
import { useCurrentInView } from '#site/ui/use-current-in-view.ts'
import { type Tab, tabs, urlOfTab } from './tabs.ts'

/**
 * The dashboard's tabs. Links rather than the tab pattern of ARIA: each has its own URL, can be opened in a new
 * window and is a step of the browser's history, and Tab and Enter work as on any link.
 */
export function TabLinks({ shown }: { shown: Tab }) {
  const strip = useCurrentInView(shown.value)
  return (
    <nav ref={strip} aria-label="Dashboard">
      <ul className="flex min-w-max flex-1 gap-7 border-b border-line-strong max-lg:gap-5 max-sm:gap-6">
        {tabs.map((tab) => (
          <li key={tab.value} className="flex-none">
            <Link
              to={{ search: urlOfTab(tab) }}
              preventScrollReset
              aria-current={tab === shown ? 'page' : undefined}
              // Prefetches the tab's file before the click.
              onPointerEnter={tab.prepare}
              onFocus={tab.prepare}
              className="tab"
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
