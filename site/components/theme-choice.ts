/** The Light, Dark, System choice of the footer. */
import { chooseTheme, readTheme, type Theme, watchTheme } from '#core/browser/theme'

const choices = [...document.querySelectorAll<HTMLInputElement>('.theme-choice input')]

function mark() {
  const theme = readTheme()
  for (const choice of choices) choice.checked = choice.value === theme
}

for (const choice of choices) choice.addEventListener('change', () => chooseTheme(choice.value as Theme))
watchTheme(mark)
mark()
