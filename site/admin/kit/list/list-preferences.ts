import { useStore } from '@nanostores/react'
import { atom, onMount } from 'nanostores'

export const densities = ['regular', 'compact'] as const
export type Density = (typeof densities)[number]

const KEY = 'list-density'

const $density = atom<Density>('regular')

onMount($density, () => {
  try {
    if (localStorage.getItem(KEY) === 'compact') $density.set('compact')
  } catch {}
})

/** The row height in all lists, as chosen in this browser. */
export const useDensity = (): Density => useStore($density)

/** Stores the choice in this browser. */
export function setDensity(density: Density): void {
  $density.set(density)
  try {
    localStorage.setItem(KEY, density)
  } catch {}
}

const KEYS_OFF = 'list-keys-off'

const $hasKeys = atom(true)

onMount($hasKeys, () => {
  try {
    if (localStorage.getItem(KEYS_OFF) === 'true') $hasKeys.set(false)
  } catch {}
})

/**
 * Whether single-key shortcuts are on in lists. People who use speech input or type without looking can turn them off
 * in this browser (WCAG 2.1.4).
 */
export const useKeyboardShortcutsEnabled = (): boolean => useStore($hasKeys)

/** Turns them on or off. */
export function setKeyboardShortcutsEnabled(isOn: boolean): void {
  $hasKeys.set(isOn)
  try {
    if (isOn) localStorage.removeItem(KEYS_OFF)
    else localStorage.setItem(KEYS_OFF, 'true')
  } catch {}
}
