import { Badge } from '#ui/Badge'

/** Marks amounts and documents of a series whose asset is invented. Nothing for other series. */
export function IllustrativeMark({ of }: { of: { is_illustrative: boolean } }) {
  return of.is_illustrative ? <Badge tone="warn">Illustrative</Badge> : null
}
