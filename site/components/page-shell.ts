/** Code that runs on every page. Search is loaded at first use, React only for signed-in users. */
import './navbar.ts'
import './apply-site-settings.ts'
import './theme-switch.ts'

const openSearch = (query?: string) => import('./search.ts').then((search) => search.openSearch(query))

const onPress = (selector: string, run: () => unknown) => {
  for (const button of document.querySelectorAll(selector)) button.addEventListener('click', () => run())
}

onPress('[data-search-open]', openSearch)

document.addEventListener('keydown', (event) => {
  const hasCommand = event.ctrlKey || event.metaKey
  const isSlash =
    event.key === '/' &&
    !hasCommand &&
    !event.altKey &&
    !document.activeElement?.matches('input, textarea, select')
  const isCommand = event.key.toLowerCase() === 'k' && hasCommand && !event.shiftKey
  if (!isSlash && !isCommand) return
  if (document.querySelector('dialog:modal')) return
  event.preventDefault()
  void openSearch()
})

// A link to search results, or a return to them.
const query = new URLSearchParams(location.search).get('q')
if (query) void openSearch(query)

async function startAccount(account: Element) {
  // Astro adds React's development preamble for islands only.
  if (import.meta.env.DEV) await import('astro:scripts/before-hydration.js')
  await import('#site/islands/account/hydrate.tsx').then((island) => island.hydrateAccount(account))
}

// Set by the head script.
const account = document.querySelector('[data-session="in"] [data-account]')
if (account) void startAccount(account)

// Enhancements start when a reader comes near them.
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      near.unobserve(target)
      void import('./lazy-enhancements.ts').then((aids) => aids.enhanceElement(target as HTMLElement))
    }
  },
  { rootMargin: '400px' },
)
for (const element of document.querySelectorAll('pre, [data-aid]')) near.observe(element)

onPress('[data-sign-out]', () => import('#core/session/sign-out').then((session) => session.signOut()))
