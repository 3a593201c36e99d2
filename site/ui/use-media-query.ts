import { useSyncExternalStore } from 'react'

/** Whether a media query matches; updates when that changes. */
export function useMediaQuery(query: string): boolean {
  const watch = (onChange: () => void) => {
    const media = window.matchMedia(query)
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches)
}
