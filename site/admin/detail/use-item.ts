import { useSearchParams } from 'react-router'
import { useFocusOnOpener } from './use-focus-on-opener.ts'

/** The item of the address that is open beside a list, and the addresses that open others or close it. */
export function useItem() {
  const [address] = useSearchParams()
  const item = address.get('item')
  useFocusOnOpener(item)
  const addressOf = (id: string | number | undefined): string => {
    const next = new URLSearchParams(address)
    if (id === undefined) next.delete('item')
    else next.set('item', String(id))
    return `?${next}`
  }
  return { item, addressOf, back: addressOf(undefined) }
}
