/** What is said of a list of keys that the reader chose. */
import type { KnownKey } from '#shared/proof/keys'
import { type Evidence, listOf } from './evidence.ts'
import { drawVerdict } from './report-view.ts'

/** Draws how a list compares with that of the site, or with the other chosen ones. */
export function drawKeys(keys: readonly KnownKey[], { siteKeys, whyNoKeys }: Evidence): HTMLElement {
  if (whyNoKeys)
    return drawVerdict(
      'fails',
      'Lists of keys that differ',
      `${whyNoKeys} If you kept one from this site, ask why it has changed; otherwise remove it.`,
    )
  return siteKeys
    ? drawVerdict('holds', 'The keys are published here', `This site publishes ${listOf(keys)}.`)
    : drawVerdict(
        'open',
        'Public keys',
        `The other files are compared with these keys: ${listOf(keys)}. Anybody can make such a list: it counts as far as you know where it is from.`,
      )
}
