import { useSiteName } from './Brand.tsx'

/** The window title for the current section. */
export function DocumentTitle({ of: title }: { of: string }) {
  const name = useSiteName()
  return <title>{`${title} · ${name}`}</title>
}
