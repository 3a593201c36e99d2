import { useSiteName } from './Brand.tsx'

/** The window title for the current section. */
export function DocumentTitle({ title }: { title: string }) {
  const name = useSiteName()
  return <title>{`${title} · ${name}`}</title>
}
