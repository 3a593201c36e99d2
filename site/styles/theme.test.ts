import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultThemeColors, themeProperties } from '#contract/theme'

const styleSheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The custom properties of the rule that starts with this selector. */
function propertiesOf(selector: string): Record<string, string> {
  const from = styleSheet.indexOf(`${selector} {`)
  const rule = styleSheet.slice(from, styleSheet.indexOf('}', from))
  return Object.fromEntries(
    [...rule.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

const [common, dark] = themeProperties(defaultThemeColors)

test('the style sheet starts with the light colours that the server sends by default', () => {
  expect(propertiesOf(':root')).toMatchObject(common)
})

test('the style sheet has the dark colours that the server sends by default', () => {
  expect(propertiesOf(':root[data-theme="dark"]')).toMatchObject(dark)
})
