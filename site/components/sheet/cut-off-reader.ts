/** The movable cut-off: tonnes, grade and metal above it by the module that checks the statement. */
import { decimal, decimalsOf, roundTo } from '#shared/asset/decimal'
import { aboveCutOff } from '#shared/asset/grade-tonnage'
import { printAbove } from './grade-reading.ts'
import type { SheetModel } from './sheet-model.ts'
import { withUnit } from './words.ts'

export function startCutOffReader({ bins, statement }: SheetModel): void {
  const slider = document.querySelector<HTMLInputElement>('#cut-off')
  const line = document.querySelector('[data-cut-off-line]')
  const curve = document.querySelector<SVGSVGElement>('[data-curve]')
  const readings = document.querySelector('[data-cut-off-readings]')
  if (!slider || !line || !curve || !readings) return
  const [left = 0, right = 0, from = 0, to = 1] = (curve.dataset.curve ?? '').split(' ').map(Number)
  const decimals = Math.max(...bins.map(({ to }) => decimalsOf(String(to))))
  const write = (name: string, text: string) => {
    const element = readings.querySelector(`[data-reading="${name}"]`)
    if (element) element.textContent = text
  }
  const show = () => {
    const cutOff = decimal(slider.value)
    const shown = withUnit(roundTo(cutOff, decimals).toFixed(decimals), statement.units.grade)
    const above = printAbove(aboveCutOff(bins, cutOff, statement.units), statement)
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
  // The line follows a finger or a pressed button too; the slider rounds to its steps and keeps the bounds.
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
