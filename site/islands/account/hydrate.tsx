import { hydrateRoot } from 'react-dom/client'
import { loadStylesheet } from '#core/browser/stylesheet'
import { Account } from '#site/islands/Account.tsx'
import sheet from './account.css?url'

/** Hydrates the signed-in part of the bar, which `Navbar` has rendered at build. */
export async function hydrateAccount(account: Element): Promise<void> {
  await loadStylesheet(sheet)
  hydrateRoot(account, <Account documentation={readDocumentation(account)} />)
}

/** The links of the built menu: rendered again alike, without a second copy in the script or the HTML. */
const readDocumentation = (account: Element) =>
  [...account.querySelectorAll('[data-documentation] a')].map((link) => ({
    href: link.getAttribute('href') ?? '',
    label: link.textContent,
  }))
