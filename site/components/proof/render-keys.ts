/** The result for a key list selected by the reader. */
import type { KnownKey } from '#shared/proof/published-keys'
import { type ComparisonSources, formatKeys } from './comparison-sources.ts'
import { renderVerdict } from './render-report.ts'

/** Renders how a list compares with the site's, or with the other selected ones. */
export function renderKeys(
  keys: readonly KnownKey[],
  { siteKeys, whyNoKeys }: ComparisonSources,
): HTMLElement {
  if (whyNoKeys)
    return renderVerdict(
      'fails',
      'Key lists do not match',
      `${whyNoKeys} If you saved one of these from this site, ask us why it has changed; otherwise remove it.`,
    )
  return siteKeys
    ? renderVerdict('holds', 'Published keys', `This site publishes ${formatKeys(keys)}.`)
    : renderVerdict(
        'open',
        'Public keys',
        `Other files are checked against these keys: ${formatKeys(keys)}. Anyone can create a key list; rely on it only if you trust its source.`,
      )
}
