import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Goes to the part of the page that the address names, once it is drawn: the router looks for it only at once. */
export function useNamedPart(isDrawn: boolean): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link, followed again, has a key of its own.
  useEffect(() => {
    if (isDrawn && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key, isDrawn])
}
