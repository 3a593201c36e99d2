import { hydrateRoot } from 'react-dom/client'
import { loadStylesheet } from '#core/browser/stylesheet'
import { Account } from '#site/islands/Account.tsx'
import sheet from './account.css?url'

/** Hydrates the signed-in part of the bar, which `Navbar` has rendered at build. */
export async function hydrateAccount(account: Element): Promise<void> {
  await loadStylesheet(sheet)
  hydrateRoot(account, <Account />)
}
