import { useSearchParams } from 'react-router'
import { useReturnFocus } from './use-return-focus.ts'

/** The item open beside a list, from the URL, and the URLs that open others or close it. */
export function useSelectedItem() {
  const [address] = useSearchParams()
  const item = address.get('item')
  useReturnFocus(item)
  const addressOf = (id: string | number | undefined): string => {
    const next = new URLSearchParams(address)
    if (id === undefined) next.delete('item')
    else next.set('item', String(id))
    return `?${next}`
  }
  return { item, addressOf, back: addressOf(undefined) }
}
