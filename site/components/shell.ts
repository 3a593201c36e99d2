/** What every page runs. Search is loaded at first use, React only for signed-in users. */
import './navbar.ts'
import './settings.ts'
import './theme-choice.ts'
import { watchScrollRegions } from './scroll-regions.ts'

const openSearch = () => import('./search.ts').then((search) => search.openSearch())

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

for (const button of document.querySelectorAll('[data-search-open]')) {
  button.addEventListener('click', openSearch)
}

document.addEventListener('keydown', (event) => {
  const isSlash =
    event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
  const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey
  if (!isSlash && !isCommand) return
  if (document.querySelector('dialog:modal')) return
  event.preventDefault()
  void openSearch()
})

async function startAccount(account: Element) {
  // Astro adds React's development preamble for islands only.
  if (import.meta.env.DEV) await import('astro:scripts/before-hydration.js')
  const { hydrateAccount } = await import('#site/islands/account/hydrate.tsx')
  await hydrateAccount(account)
}

const accountElement = document.querySelector('[data-account]')
// The head script has set this.
if (accountElement && document.documentElement.dataset.session === 'in') void startAccount(accountElement)

watchScrollRegions()

for (const button of document.querySelectorAll('[data-sign-out]')) {
  button.addEventListener('click', async () => (await import('#core/session/sign-out')).signOut())
}
