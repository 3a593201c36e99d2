import { useState } from 'react'

/** Whether something is so or has been so since the component is on screen. */
export function useEver(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo)
  if (isSo && !hasBeen) setHasBeen(true)
  return isSo || hasBeen
}
