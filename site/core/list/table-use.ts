/** The program the reader opens tables with, as chosen in this browser; it determines the format of exported tables. */
import { atom, onMount } from 'nanostores'
import { type TableUse, tableUses } from '#contract/table-file'

const KEY = 'table-use'

function readStored(): TableUse {
  try {
    const stored = localStorage.getItem(KEY)
    return tableUses.find((use) => use === stored) ?? 'plain'
  } catch {
    return 'plain'
  }
}

export const $tableUse = atom<TableUse>('plain')

onMount($tableUse, () => {
  $tableUse.set(readStored())
})

/** Stores the choice in this browser. */
export function chooseTableUse(use: TableUse): void {
  $tableUse.set(use)
  try {
    localStorage.setItem(KEY, use)
  } catch {}
}
