import { hydrateRoot } from 'react-dom/client'
import { loadStylesheet } from '#core/browser/stylesheet'
import { Account } from '#site/islands/Account.tsx'
import sheet from './account.css?url'

/** Brings the signed-in place of the bar, as `Navbar` has drawn it at build, to life. */
export async function hydrateAccount(place: Element): Promise<void> {
  await loadStylesheet(sheet)
  hydrateRoot(place, <Account />)
}
