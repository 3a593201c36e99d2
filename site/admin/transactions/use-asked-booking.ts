import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Calls `book` where the palette has led here to book at once, as soon as that `canBegin`. The address loses the
 * request before anything is typed.
 */
export function useAskedBooking(canBegin: boolean, book: () => unknown): void {
  const [address, setAddress] = useSearchParams()
  const isAsked = address.get('do') === 'book' && canBegin
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request, whatever was rendered since
  useEffect(() => {
    if (!isAsked) return
    book()
    setAddress(
      (now) => {
        now.delete('do')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isAsked])
}
