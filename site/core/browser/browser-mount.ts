import { onMount, type Store } from 'nanostores'

/**
 * Runs `start` when the store gets its first listener in a browser, and the cleanup function it returns when the last
 * one is removed. The build renders islands too; there nothing starts, and the store keeps its initial value.
 */
export function onBrowserMount($store: Store, start: () => (() => void) | undefined): void {
  onMount($store, () => (typeof window === 'undefined' ? undefined : start()))
}

/** Calls `read` now, and whenever another tab changes one of these local-storage entries. */
export function subscribeToStorage(names: readonly string[], read: () => void): () => void {
  // A null key means that another tab called `localStorage.clear()`.
  const follow = ({ key }: StorageEvent) => (key === null || names.includes(key)) && read()
  read()
  return onWindowEvent('storage', follow)
}

/** Listens to an event of the window, until the function that it returns is called. */
export function onWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
): () => void {
  // The same object for both calls: stores stop listening a second after their last listener has left.
  const target = window
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}
