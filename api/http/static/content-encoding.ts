/** Choice of a content coding by `Accept-Encoding`: RFC 9110, 12.5.3. */

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** When a client accepts two codings equally, the smaller result is sent. */
const byPreference: readonly ContentEncoding[] = ['br', 'gzip', 'identity']

const identityOnly: readonly ContentEncoding[] = ['identity']

function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return weights
}

function rankCodings(header: string): readonly ContentEncoding[] {
  const weights = readWeights(header)
  const others = weights.get('*')
  // Identity is acceptable unless excluded, but never preferred to a requested coding.
  const weightOf = (coding: ContentEncoding) =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? 0.0001 : 0)
  const accepted = byPreference.filter((coding) => weightOf(coding) > 0)
  // `filter` keeps this order and `sort` is stable, so equal weights stay in it.
  const ranked = accepted.sort((a, b) => weightOf(b) - weightOf(a))
  // A client that refuses everything still gets the plain bytes: better than an error it cannot read.
  return ranked.includes('identity') ? ranked : [...ranked, 'identity']
}

/** Browsers send a handful of different values; invented ones are parsed each time. */
const remembered = new Map<string, readonly ContentEncoding[]>()
const REMEMBERED_MAX = 64

/** The codings a client accepts, best first; always ends with one that can be served. */
export function listAcceptedEncodings(header: string | null): readonly ContentEncoding[] {
  if (header === null) return identityOnly
  const known = remembered.get(header)
  if (known) return known
  const ranked = rankCodings(header)
  if (remembered.size < REMEMBERED_MAX && header.length < 200) remembered.set(header, ranked)
  return ranked
}
