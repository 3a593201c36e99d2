import { type RefObject, useEffect, useState } from 'react'
import { useKeyChoice } from './list-choices.ts'

/** What the keys do, for the list of them. */
export const listKeys: readonly (readonly [key: string, what: string])[] = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Select the row'],
  ['Enter', 'Open the row'],
  ['Ctrl K', 'Find an investor, a reference, a section or an action'],
  ['?', 'Show these keys'],
]

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null

/** The list that the keys are for: the one with the focus, else the first of the page. */
const isMeant = (frame: Element): boolean => {
  const focused = document.activeElement?.closest('section.list')
  return frame === (focused ?? document.querySelector('section.list'))
}

const rowsOf = (frame: Element): HTMLTableRowElement[] => [
  ...frame.querySelectorAll<HTMLTableRowElement>('table:not([aria-busy]) > tbody > tr[data-row]'),
]

/** Moves the focus to the row below the focused one, or above it; to the first where none is focused. */
function step(frame: Element, by: 1 | -1): void {
  const rows = rowsOf(frame)
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus()
}

const focusedRow = (frame: Element): HTMLTableRowElement | undefined =>
  rowsOf(frame).find((row) => row === document.activeElement)

/** Follows the link of a row that opens it, or the one at its name. */
function open(row: Element): void {
  row.querySelector<HTMLElement>('a[data-item], .list-name a, .list-name button[aria-expanded]')?.click()
}

/** The keys of a list: j and k move, x selects, Enter opens, ? lists them. */
export function useListKeys(frame: RefObject<HTMLElement | null>) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isOn = useKeyChoice()
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      const list = frame.current
      const isModified = event.ctrlKey || event.metaKey || event.altKey
      if (!list || isModified || event.defaultPrevented || isTyping(event.target) || !isMeant(list)) return
      if (document.querySelector('div.dialog[data-open]')) return
      const row = focusedRow(list)
      if (event.key === 'j') step(list, 1)
      else if (event.key === 'k') step(list, -1)
      else if (event.key === '?') setHelpOpen(true)
      else if (event.key === 'x' && row) row.querySelector<HTMLElement>('.list-check input')?.click()
      else if (event.key === 'Enter' && row) open(row)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame, isOn])
  return { isHelpOpen, closeHelp: () => setHelpOpen(false) }
}
