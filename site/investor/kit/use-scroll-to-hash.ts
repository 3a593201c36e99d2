import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Scrolls to the part of the page named in the URL once it is rendered, because the router looks for it only
 * immediately.
 */
export function useScrollToHash(isDrawn: boolean): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link, followed again, has a key of its own.
  useEffect(() => {
    if (isDrawn && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key, isDrawn])
}
