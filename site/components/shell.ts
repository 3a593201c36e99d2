/** What every page runs. Search is loaded when it is first asked for. */
import './navbar.ts'
import './settings.ts'
import './theme-choice.ts'

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

for (const button of document.querySelectorAll('[data-sign-out]')) {
  button.addEventListener('click', async () => (await import('#core/sign-out')).signOut())
}
