/** The documents that the platform publishes, to compare files with. */
import { API_BASE } from '#contract/call'
import type { ResponseOf } from '#contract/endpoint'
import type { series } from '#contract/series'
import type { tokens as tokenContract } from '#contract/tokens'
import { readPublic } from '#core/proof/published'

export interface PublishedFile {
  name: string
  sha256: string
}

type SeriesFigures = ResponseOf<typeof series.read>

async function readFilesOf(symbol: string): Promise<PublishedFile[] | undefined> {
  const figures = await readPublic<SeriesFigures>(`${API_BASE}/tokens/${encodeURIComponent(symbol)}`)
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

/** The current documents of every series; undefined unless all are known. */
export async function readPublishedFiles(): Promise<PublishedFile[] | undefined> {
  const tokens = await readPublic<ResponseOf<typeof tokenContract.list>>(`${API_BASE}/tokens`)
  if (!tokens) return undefined
  const files = await Promise.all(tokens.map(({ symbol }) => readFilesOf(symbol)))
  return files.some((each) => !each) ? undefined : files.flatMap((each) => each ?? [])
}
