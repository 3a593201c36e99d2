/** The footer's Light, Dark, System choice. */
import { getTheme, setTheme, subscribeToTheme, type Theme } from '#core/browser/theme'

const choices = [...document.querySelectorAll<HTMLInputElement>('.theme-choice input')]

function mark() {
  const theme = getTheme()
  for (const choice of choices) choice.checked = choice.value === theme
}

for (const choice of choices) choice.addEventListener('change', () => setTheme(choice.value as Theme))
subscribeToTheme(mark)
mark()
