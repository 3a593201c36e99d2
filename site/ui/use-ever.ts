import { useState } from 'react'

/** Whether a condition is or has been true since the component was mounted. */
export function useLatched(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo)
  if (isSo && !hasBeen) setHasBeen(true)
  return isSo || hasBeen
}
