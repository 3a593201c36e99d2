import { Badge } from '#ui/Badge'

/** Marks amounts and documents of a series whose asset is fictitious. Shows nothing for other series. */
export function IllustrativeBadge({ series }: { series: { is_illustrative: boolean } }) {
  return series.is_illustrative ? <Badge tone="warn">Illustrative</Badge> : null
}
