import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultThemeColors, getContrastRatio, getThemeProperties, renderThemeCss } from './theme.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast ratios follow the WCAG definition', () => {
  expect(getContrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(getContrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(getContrastRatio('#f97316', '#ffffff')).toBeCloseTo(2.8, 1)
})

test('text is readable in any chosen color', () => {
  fc.assert(
    fc.property(color, color, (primary_color, secondary_color) => {
      const [common, dark] = getThemeProperties({ primary_color, secondary_color })
      expect(getContrastRatio(common['--accent-text'] ?? '', '#eeebe3')).toBeGreaterThanOrEqual(4.5)
      expect(getContrastRatio(dark['--accent-text'] ?? '', '#151f26')).toBeGreaterThanOrEqual(4.5)
      expect(getContrastRatio(common['--accent-on-slate'] ?? '', '#22313b')).toBeGreaterThanOrEqual(4.5)
      expect(getContrastRatio(common['--on-primary'] ?? '', primary_color)).toBeGreaterThanOrEqual(4.3)
      expect(getContrastRatio(common['--on-secondary'] ?? '', secondary_color)).toBeGreaterThanOrEqual(4.3)
    }),
  )
})

test('the style sheet contains both chosen colors', () => {
  const css = renderThemeCss({ ...defaultThemeColors, primary_color: '#1f5f8b' })
  expect(css).toContain('--primary:#1f5f8b')
  expect(css).toContain('--secondary:#ea580c')
  expect(css).toContain('[data-theme=dark]')
})

test('the style sheet hides the demonstration notice once a real series is listed', () => {
  const rule = '[data-demonstration]{display:none}'
  expect(renderThemeCss(defaultThemeColors)).not.toContain(rule)
  expect(renderThemeCss(defaultThemeColors, { isDemonstration: false })).toContain(rule)
})
