/** What every page runs. Search is loaded when it is first asked for, React for those who are signed in. */
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

async function startAccount(place: Element) {
  // Astro hands React's preamble for development to islands alone.
  if (import.meta.env.DEV) await import('astro:scripts/before-hydration.js')
  const { hydrateAccount } = await import('#site/islands/account/hydrate.tsx')
  await hydrateAccount(place)
}

const accountPlace = document.querySelector('[data-account]')
// The script in the head has looked.
if (accountPlace && document.documentElement.dataset.session === 'in') void startAccount(accountPlace)

watchScrollRegions()

for (const button of document.querySelectorAll('[data-sign-out]')) {
  button.addEventListener('click', async () => (await import('#core/session/sign-out')).signOut())
}
