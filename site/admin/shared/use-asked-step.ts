import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Takes a step that the address asks for, such as `do=book` of the palette, as soon as `stepFor` has one for its value.
 * The address loses the request before anything is typed.
 */
export function useAskedStep(
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
