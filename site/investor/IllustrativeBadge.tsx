import { Badge } from '#ui/Badge'

/** Marks amounts and documents of a series whose asset is fictitious. Shows nothing for other series. */
export function IllustrativeBadge({ of }: { of: { is_illustrative: boolean } }) {
  return of.is_illustrative ? <Badge tone="warn">Illustrative</Badge> : null
}
