import { useSiteName } from './Brand.tsx'

/** The title of the window for the current section. */
export function WindowTitle({ of: title }: { of: string }) {
  const name = useSiteName()
  return <title>{`${title} · ${name}`}</title>
}
