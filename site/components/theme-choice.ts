/** The Light, Dark, System choice of the footer and the mobile menu. The head script applies it on load. */
type Theme = 'light' | 'dark' | 'system'

const dark = matchMedia('(prefers-color-scheme: dark)')
const choices = [...document.querySelectorAll<HTMLInputElement>('.theme-choice input')]

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem('theme')
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Where storage is blocked the choice lasts as long as the page. */
function storeTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {}
}

function showTheme(theme: Theme) {
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  for (const choice of choices) choice.checked = choice.value === theme
}

for (const choice of choices) {
  choice.addEventListener('change', () => {
    const theme = choice.value as Theme
    storeTheme(theme)
    showTheme(theme)
  })
}
dark.addEventListener('change', () => showTheme(storedTheme()))
window.addEventListener('storage', (event) => {
  if (event.key === 'theme' || event.key === null) showTheme(storedTheme())
})
showTheme(storedTheme())
