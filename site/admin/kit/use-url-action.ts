import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Performs an action requested in the URL, such as the palette's `do=book`, as soon as `stepFor` returns one for its
 * value. The parameter is removed from the URL before anything is typed.
 */
export function useUrlAction(
  name: string,
  stepFor: (asked: string) => (() => unknown) | undefined | false,
): void {
  const [address, setAddress] = useSearchParams()
  const asked = address.get(name)
  const step = asked === null ? undefined : stepFor(asked)
  const isReady = Boolean(step)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request, whatever was rendered since
  useEffect(() => {
    if (!step) return
    step()
    setAddress(
      (now) => {
        now.delete(name)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [name, asked, isReady])
}
