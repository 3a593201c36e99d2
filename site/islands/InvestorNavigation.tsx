import { Icon } from '#ui/Icon'
import { exchangeIcon, gridIcon, sheetIcon, supportIcon } from '#ui/icons/sections'

const places = [
  { href: '/access/dashboard', label: 'Portfolio', icon: gridIcon },
  { href: '/access/transactions', label: 'Transactions', icon: exchangeIcon },
  { href: '/access/documents', label: 'Documents', icon: sheetIcon },
  { href: '/access/support', label: 'Support', icon: supportIcon },
]

/**
 * The navigation of the investor area, rendered at build time: in the bar on wide screens, at the bottom of the window
 * on a phone (`site/styles/investor-layout.css`). `AreaLayout` marks the current page.
 */
export function InvestorNavigation() {
  return (
    <nav className="area-nav" aria-label="Investor area">
      {places.map(({ href, label, icon }) => (
        <a key={href} href={href}>
          <Icon path={icon} size={20} />
          {label}
        </a>
      ))}
    </nav>
  )
}
