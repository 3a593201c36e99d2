/**
 * The two colours of the site settings, and the colours derived from them so that text stays readable for any choice
 * of an administrator. Pure: the server makes the style sheet with it, the panel its live preview.
 */

type Rgb = [number, number, number]

export interface ThemeColors {
  primary_color: string
  secondary_color: string
}

export const defaultThemeColors: ThemeColors = { primary_color: '#f97316', secondary_color: '#ea580c' }

/** Backgrounds of `site/styles/tokens.css` behind coloured text: the hardest one of each kind. */
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

/** Contrast ratio of two colours, 1..21: WCAG 2.2 definition. */
export function contrastRatio(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixes `color` towards black or white until it is readable on `ground`. */
function readableOn(color: string, ground: string, towards: '#000000' | '#ffffff'): string {
  const from = parse(color)
  const to = parse(towards)
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = format(from.map((part, i) => part + ((to[i] ?? 0) - part) * share) as Rgb)
    if (contrastRatio(mixed, ground) >= READABLE) return mixed
  }
  return towards
}

const inkOn = (color: string): string =>
  contrastRatio(DARK_INK, color) >= contrastRatio(LIGHT_INK, color) ? DARK_INK : LIGHT_INK

/** The custom properties that follow from the two colours: `[light and common, dark]`. */
export function themeProperties(colors: ThemeColors): [Record<string, string>, Record<string, string>] {
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

/** The style sheet of `GET /theme.css`. Both colours must be `#rrggbb`. */
export function themeCss(colors: ThemeColors): string {
  const [common, dark] = themeProperties(colors)
  const block = (properties: Record<string, string>) =>
    Object.entries(properties)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  return `:root{${block(common)}}:root[data-theme=dark]{${block(dark)}}`
}
