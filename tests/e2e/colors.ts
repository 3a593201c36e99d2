import type { Locator } from '@playwright/test'

/** The three channels, 0 to 255, of a computed color: `rgb(…)`, `rgba(…)` or `color(srgb …)`. */
function channels(color: string): [number, number, number] {
  const numbers = (color.match(/[\d.]+/g) ?? []).map(Number)
  const [red = 0, green = 0, blue = 0] = color.startsWith('color(')
    ? numbers.map((part) => part * 255)
    : numbers
  return [red, green, blue]
}

/** The common name of a color. */
function nameColor(color: string): 'red' | 'yellow' | 'green' | 'blue' | 'gray' {
  const [red, green, blue] = channels(color)
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < 40) return 'gray'
  const turn =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  const hue = (turn * 60 + 360) % 360
  if (hue < 20 || hue > 340) return 'red'
  if (hue > 45 && hue < 70) return 'yellow'
  return hue >= 70 && hue < 170 ? 'green' : 'blue'
}

/** The common name of an element's text or background color. */
export async function readColor(of: Locator, property: 'color' | 'background-color' = 'color') {
  return nameColor(
    await of.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property),
  )
}
