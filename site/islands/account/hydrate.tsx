import { hydrateRoot } from 'react-dom/client'
import { loadStylesheet } from '#core/browser/stylesheet'
import { Account } from '#site/islands/Account.tsx'
import sheet from './account.css?url'

/** Hydrates the signed-in part of the bar, which `Navbar` rendered at build time. */
export async function hydrateAccount(account: Element): Promise<void> {
  await loadStylesheet(sheet)
  hydrateRoot(account, <Account documentation={readDocumentation(account)} />)
}

/**
 * The links of the built menu, read from it so that they render identically without a second copy in the script or
 * HTML.
 */
const readDocumentation = (account: Element) =>
  [...account.querySelectorAll('[data-documentation] a')].map((link) => ({
    href: link.getAttribute('href') ?? '',
    label: link.textContent,
  }))
