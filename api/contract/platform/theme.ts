/**
 * The two colors of the site settings, and the colors derived from them so that text stays readable whatever an
 * administrator chooses. Pure functions: the server uses them for the style sheet, the panel for its live preview.
 */

type Rgb = [number, number, number]

export interface ThemeColors {
  primary_color: string
  secondary_color: string
}

export const defaultThemeColors: ThemeColors = { primary_color: '#f97316', secondary_color: '#ea580c' }

/** Backgrounds of `site/styles/tokens.css` behind colored text: the least favorable one of each kind. */
const GROUND = { light: '#eeebe3', dark: '#151f26', slate: '#22313b' }
const DARK_INK = '#1a0f06'
const LIGHT_INK = '#ffffff'
/** WCAG 2.2, 1.4.3 Contrast (Minimum), with a small margin for rounding. */
const READABLE = 4.6

const parse = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const format = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, 0..1: WCAG 2.2 definition. */
function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((part) => {
    const c = part / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two colors, 1..21: WCAG 2.2 definition. */
export function getContrastRatio(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixes `color` towards black or white until it is readable on `ground`. */
function readableOn(color: string, ground: string, towards: '#000000' | '#ffffff'): string {
  const from = parse(color)
  const to = parse(towards)
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = format(from.map((part, i) => part + ((to[i] ?? 0) - part) * share) as Rgb)
    if (getContrastRatio(mixed, ground) >= READABLE) return mixed
  }
  return towards
}

const inkOn = (color: string): string =>
  getContrastRatio(DARK_INK, color) >= getContrastRatio(LIGHT_INK, color) ? DARK_INK : LIGHT_INK

/** The custom properties derived from the two colors: `[light and common, dark]`. */
export function getThemeProperties(colors: ThemeColors): [Record<string, string>, Record<string, string>] {
  const { primary_color: primary, secondary_color: secondary } = colors
  return [
    {
      '--primary': primary,
      '--secondary': secondary,
      '--on-primary': inkOn(primary),
      '--on-secondary': inkOn(secondary),
      '--accent-text': readableOn(primary, GROUND.light, '#000000'),
      '--accent-on-slate': readableOn(primary, GROUND.slate, '#ffffff'),
    },
    { '--accent-text': readableOn(primary, GROUND.dark, '#ffffff') },
  ]
}

/** Hides the notice that is built into every page. The style sheet loads before a page is drawn. */
const WITHOUT_NOTICE = '[data-demonstration]{display:none}'

/** The style sheet of `GET /theme.css`. Both colors must be `#rrggbb`. */
export function renderThemeCss(colors: ThemeColors, { isDemonstration = true } = {}): string {
  const [common, dark] = getThemeProperties(colors)
  const block = (properties: Record<string, string>) =>
    Object.entries(properties)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  const notice = isDemonstration ? '' : WITHOUT_NOTICE
  return `:root{${block(common)}}:root[data-theme=dark]{${block(dark)}}${notice}`
}
