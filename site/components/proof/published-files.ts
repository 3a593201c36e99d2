/** The documents published by the platform, to compare files with. */

import type { series } from '#contract/catalog/series'
import type { tokens as tokenContract } from '#contract/catalog/tokens'
import type { ResponseOf } from '#contract/endpoint'
import { API_BASE } from '#contract/request-url'
import { fetchPublicJson } from '#core/proof/published-proof-data'

export interface PublishedFile {
  name: string
  sha256: string
}

type SeriesFigures = ResponseOf<typeof series.get>

async function readFilesOf(symbol: string): Promise<PublishedFile[] | undefined> {
  const figures = await fetchPublicJson<SeriesFigures>(`${API_BASE}/tokens/${encodeURIComponent(symbol)}`)
  if (!figures) return undefined
  const { attestation } = figures.series
  return [
    ...figures.documents.map(({ title, version, sha256 }) => ({
      name: `${title}, version ${version}, of ${symbol}`,
      sha256,
    })),
    ...(attestation
      ? [{ name: `the attestation of ${symbol} of ${attestation.as_of}`, sha256: attestation.sha256 }]
      : []),
  ]
}

/** The current documents of all series; undefined unless all are known. */
export async function fetchPublishedFiles(): Promise<PublishedFile[] | undefined> {
  const tokens = await fetchPublicJson<ResponseOf<typeof tokenContract.list>>(`${API_BASE}/tokens`)
  if (!tokens) return undefined
  const files = await Promise.all(tokens.map(({ symbol }) => readFilesOf(symbol)))
  return files.some((each) => !each) ? undefined : files.flatMap((each) => each ?? [])
}
