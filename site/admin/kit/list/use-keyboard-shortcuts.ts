import { type RefObject, useEffect, useState } from 'react'
import { useKeyboardShortcutsEnabled } from './list-preferences.ts'

/** What each key does, for the shortcuts dialog. */
export const keyboardShortcuts: readonly (readonly [key: string, what: string])[] = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Select row'],
  ['Enter', 'Open row'],
  ['Ctrl K', 'Search investors, references, sections and actions'],
  ['?', 'Show keyboard shortcuts'],
]

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null

/** The list that the keys apply to: the focused one, or else the first on the page. */
const isMeant = (frame: Element): boolean => {
  const focused = document.activeElement?.closest('section.list')
  return frame === (focused ?? document.querySelector('section.list'))
}

const rowsOf = (frame: Element): HTMLTableRowElement[] => [
  ...frame.querySelectorAll<HTMLTableRowElement>('table:not([aria-busy]) > tbody > tr[data-row]'),
]

/** Moves the focus to the row below or above the focused one, or to the first row if none is focused. */
function step(frame: Element, by: 1 | -1): void {
  const rows = rowsOf(frame)
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus()
}

const focusedRow = (frame: Element): HTMLTableRowElement | undefined =>
  rowsOf(frame).find((row) => row === document.activeElement)

/** Follows a row's link that opens it, or else the link on its name. */
function open(row: Element): void {
  row.querySelector<HTMLElement>('a[data-item], .list-name a, .list-name button[aria-expanded]')?.click()
}

/** List shortcuts: j and k move, x selects, Enter opens, ? shows the shortcuts. */
export function useListKeyboardShortcuts(frame: RefObject<HTMLElement | null>) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isOn = useKeyboardShortcutsEnabled()
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
