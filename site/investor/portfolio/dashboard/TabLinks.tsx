import { Link } from 'react-router'
import { useScrollIntoView } from '#site/ui/use-scroll-into-view.ts'
import { getTabUrl, type Tab, tabs } from './tabs.ts'

/**
 * The dashboard's tabs. They are links rather than ARIA tabs: each has its own URL, can be opened in a new window and
 * is a step in the browser's history, and Tab and Enter work as on any link.
 */
export function TabLinks({ shown }: { shown: Tab }) {
  const strip = useScrollIntoView(shown.value)
  return (
    <nav ref={strip} aria-label="Dashboard">
      <ul className="flex min-w-max flex-1 gap-7 border-b border-line-strong max-lg:gap-5 max-sm:gap-6">
        {tabs.map((tab) => (
          <li key={tab.value} className="flex-none">
            <Link
              to={{ search: getTabUrl(tab) }}
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
