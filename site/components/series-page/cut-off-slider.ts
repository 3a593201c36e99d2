/** The adjustable cut-off: tonnes, grade and metal above it, using the module that checks the statement. */
import { countDecimals, roundTo, toDecimal } from '#shared/calculations/decimal'
import { calculateAboveCutOff } from '#shared/calculations/grade-tonnage'
import { formatWithUnit } from './format.ts'
import { formatAboveCutOff } from './grade-format.ts'
import type { SeriesPageData } from './series-page-data.ts'

export function initCutOffSlider({ bins, statement }: SeriesPageData): void {
  const slider = document.querySelector<HTMLInputElement>('#cut-off')
  const line = document.querySelector('[data-cut-off-line]')
  const curve = document.querySelector<SVGSVGElement>('[data-curve]')
  const readings = document.querySelector('[data-cut-off-readings]')
  if (!slider || !line || !curve || !readings) return
  const [left = 0, right = 0, from = 0, to = 1] = (curve.dataset.curve ?? '').split(' ').map(Number)
  const decimals = Math.max(...bins.map(({ to }) => countDecimals(String(to))))
  const write = (name: string, text: string) => {
    const element = readings.querySelector(`[data-reading="${name}"]`)
    if (element) element.textContent = text
  }
  const show = () => {
    const cutOff = toDecimal(slider.value)
    const shown = formatWithUnit(roundTo(cutOff, decimals).toFixed(decimals), statement.units.grade)
    const above = formatAboveCutOff(calculateAboveCutOff(bins, cutOff, statement.units), statement)
    write('cut-off', shown)
    for (const [name, text] of Object.entries(above)) write(name, text)
    slider.setAttribute(
      'aria-valuetext',
      `${shown}: ${above.tonnes} at ${above.grade}, ${above.contained} contained`,
    )
    const x = left + ((slider.valueAsNumber - from) / (to - from)) * (right - left)
    const [, rest = ''] = /(?<= )(.*)$/.exec(line.getAttribute('d') ?? '') ?? []
    line.setAttribute('d', `M${x.toFixed(1)} ${rest}`)
  }
  slider.addEventListener('input', show)
  // The line also follows a finger or a held mouse button; the slider rounds to its steps and keeps the bounds.
  const drag = (event: PointerEvent) => {
    if (event.buttons === 0) return
    const box = curve.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * curve.viewBox.baseVal.width
    slider.value = String(from + ((x - left) / (right - left)) * (to - from))
    show()
  }
  curve.addEventListener('pointerdown', (event) => {
    curve.setPointerCapture(event.pointerId)
    drag(event)
  })
  curve.addEventListener('pointermove', drag)
}
