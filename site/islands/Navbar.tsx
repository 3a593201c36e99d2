import { Account } from './Account.tsx'
import { InvestorNavigation } from './InvestorNavigation.tsx'
import { areaLinks, type PageLink, settingsLink } from './investor-links.ts'
import { Chevron, LearnMoreLink } from './navbar-parts.tsx'

interface NavbarProps {
  siteName: string
  /** The logo's two lines, as SVG path data in a 24-unit square. */
  mark: { far: string; near: string }
  /** Pages of the Documentation menu. */
  documentation: PageLink[]
  /** Path of the current page, to mark its link. */
  currentPath: string
  /** A page of the investor area. */
  isArea?: boolean | undefined
  /** A documentation or legal page, where the search button looks like a field. */
  isDocument?: boolean | undefined
}

/**
 * The bar at the top of every page, rendered at build time. Its menus are native `<details>`, so it works before and
 * without JavaScript; `site/components/navbar.ts` adds closing, arrow keys and search. Only the signed-in part is
 * hydrated: by `account/hydrate.tsx`, for signed-in users.
 */
export function Navbar({ siteName, mark, documentation, currentPath, isArea, isDocument }: NavbarProps) {
  const links = documentation.map((link) => (
    <li key={link.href}>
      <a className="menu-link" href={link.href} aria-current={link.href === currentPath ? 'page' : undefined}>
        {link.label}
      </a>
    </li>
  ))
  const isSheet = currentPath.startsWith('/tokens/')
  const current = isSheet ? 'true' : currentPath === '/tokens' ? 'page' : undefined
  const tokens = { href: '/tokens', 'aria-current': current } as const
  const isProof = currentPath === '/proof'
  const proof = { href: '/proof', 'aria-current': isProof ? 'page' : undefined } as const
  return (
    <header className="site-header" data-navbar="">
      <div className="wrap">
        <a className="brand" href="/">
          <svg width="24" height="24" viewBox="0 0 24 24" fill="none" strokeWidth="1.6" aria-hidden="true">
            <path d={mark.far} stroke="var(--primary)" />
            <path d={mark.near} stroke="currentColor" />
          </svg>
          <span data-setting="site_name">{siteName}</span>
        </a>
        {isArea ? (
          <InvestorNavigation />
        ) : (
          <nav className="nav-wide nav-area when-signed-in" aria-label="Account">
            {areaLinks.map(({ href, short }) => (
              <a key={href} className="nav-item" href={href}>
                {short}
              </a>
            ))}
          </nav>
        )}
        <nav className="nav-wide nav-links" aria-label="Main">
          <a className="nav-item" {...tokens}>
            Tokens
          </a>
          <a className="nav-item" {...proof}>
            Proof
          </a>
          <details className="nav-menu" data-menu>
            <summary className="nav-item">
              Documentation
              <Chevron />
            </summary>
            <div className="menu-panel">
              <ul>{links}</ul>
            </div>
          </details>
          <LearnMoreLink className="nav-item" />
        </nav>
        <button
          type="button"
          className="nav-item nav-icon"
          data-search-open=""
          aria-label="Search this site"
          aria-haspopup="dialog"
          aria-keyshortcuts="/ Control+K Meta+K"
        >
          <svg
            width="18"
            height="18"
            viewBox="0 0 18 18"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            aria-hidden="true"
          >
            <circle cx="7.75" cy="7.75" r="5" />
            <path d="m11.5 11.5 4 4" />
          </svg>
          {isDocument && (
            <span>
              Search<span className="nav-wide"> this site</span>
            </span>
          )}
        </button>
        <a
          className="nav-wide nav-access when-signed-out button button-primary button-small"
          href="/access/login"
        >
          Access Platform
        </a>
        <div className="when-signed-in nav-account" data-account>
          {/* In the area, the public pages are in the user menu. */}
          <Account documentation={isArea ? documentation : []} />
        </div>
        <details className="mobile-menu" data-menu>
          <summary className="nav-item nav-icon" aria-label="Menu">
            <svg
              width="20"
              height="20"
              viewBox="0 0 20 20"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              aria-hidden="true"
            >
              <path className="bars" d="M2.5 6h15M2.5 10h15M2.5 14h15" />
              <path className="cross" d="m4.5 4.5 11 11m0-11-11 11" />
            </svg>
          </summary>
          <nav id="site-menu" className="menu-panel" aria-label="Menu">
            <div className="menu-body wrap">
              <a className="menu-plain" {...tokens}>
                Tokens
              </a>
              <a className="menu-plain" {...proof}>
                Proof
              </a>
              <details className="menu-section" open={!isArea}>
                <summary>
                  Documentation
                  <Chevron />
                </summary>
                <ul>{links}</ul>
              </details>
              <details className="menu-section" open={isArea}>
                <summary>
                  Account
                  <Chevron />
                </summary>
                <AccountLinks />
              </details>
              <LearnMoreLink className="menu-plain" />
              <a className="when-signed-out button button-primary" href="/access/login">
                Access Platform
              </a>
            </div>
          </nav>
        </details>
      </div>
    </header>
  )
}

/** Only in the phone menu, which contains everything. */
const supportLink: PageLink = { href: '/access/support', label: 'Support' }

function AccountLinks() {
  return (
    <>
      <ul className="when-signed-out">
        <li>
          <a className="menu-link" href="/access/login">
            Sign in or create an account
          </a>
        </li>
      </ul>
      <ul className="when-signed-in">
        {[...areaLinks, supportLink, settingsLink].map(({ href, label }) => (
          <li key={href}>
            <a className="menu-link" href={href}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <button type="button" className="menu-link" data-sign-out>
            Logout
          </button>
        </li>
      </ul>
    </>
  )
}
