import { useEffect, useState } from 'react'

/** Milliseconds after which a lasting state is shown. */
const LASTING_MS = 150

/** Whether a condition has held for a moment; a shorter one would only flicker. */
export function useDelayedFlag(isSo: boolean): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), LASTING_MS)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && isLasting
}
