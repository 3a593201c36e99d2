import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio, defaultThemeColors, themeCss, themeProperties } from './theme.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast ratios are those of WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#f97316', '#ffffff')).toBeCloseTo(2.8, 1)
})

test('text in any chosen colour is readable', () => {
  fc.assert(
    fc.property(color, color, (primary_color, secondary_color) => {
      const [common, dark] = themeProperties({ primary_color, secondary_color })
      expect(contrastRatio(common['--accent-text'] ?? '', '#eeebe3')).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(dark['--accent-text'] ?? '', '#151f26')).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(common['--accent-on-slate'] ?? '', '#22313b')).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(common['--on-primary'] ?? '', primary_color)).toBeGreaterThanOrEqual(4.3)
      expect(contrastRatio(common['--on-secondary'] ?? '', secondary_color)).toBeGreaterThanOrEqual(4.3)
    }),
  )
})

test('the style sheet sets both colours as they were chosen', () => {
  const css = themeCss({ ...defaultThemeColors, primary_color: '#1f5f8b' })
  expect(css).toContain('--primary:#1f5f8b')
  expect(css).toContain('--secondary:#ea580c')
  expect(css).toContain('[data-theme=dark]')
})
