import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultThemeColors, getContrastRatio, getThemeProperties } from '#contract/platform/theme'
import { hatchColors } from '#shared/category-hatch'

const styleSheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The custom properties of the rule that starts with this selector. */
function propertiesOf(selector: string): Record<string, string> {
  const from = styleSheet.indexOf(`${selector} {`)
  const rule = styleSheet.slice(from, styleSheet.indexOf('}', from))
  return Object.fromEntries(
    [...rule.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

const [common, dark] = getThemeProperties(defaultThemeColors)

test('the style sheet starts with the light colors that the server sends by default', () => {
  expect(propertiesOf(':root')).toMatchObject(common)
})

test('the style sheet has the dark colors that the server sends by default', () => {
  expect(propertiesOf(':root[data-theme="dark"]')).toMatchObject(dark)
})

test('every hatch color has a contrast of 3 to 1 on the backgrounds of both themes', () => {
  for (const selector of [':root', ':root[data-theme="dark"]']) {
    const properties = propertiesOf(selector)
    for (const color of hatchColors)
      for (const ground of ['--paper', '--surface', '--sunken']) {
        const ratio = getContrastRatio(properties[`--hatch-${color}`] ?? '', properties[ground] ?? '')
        expect(ratio, `${color} on ${ground}, ${selector}`).toBeGreaterThanOrEqual(3)
      }
  }
})
