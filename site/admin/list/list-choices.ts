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

/** How high the rows of all lists are, as chosen in this browser. */
export const useDensity = (): Density => useStore($density)

/** Chooses it, for this browser. */
export function chooseDensity(density: Density): void {
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
 * Whether single keys do something in lists: who speaks to the computer, or types without looking, can turn them off
 * in this browser (WCAG 2.1.4).
 */
export const useKeyChoice = (): boolean => useStore($hasKeys)

/** Turns them on or off. */
export function chooseKeys(isOn: boolean): void {
  $hasKeys.set(isOn)
  try {
    if (isOn) localStorage.removeItem(KEYS_OFF)
    else localStorage.setItem(KEYS_OFF, 'true')
  } catch {}
}
