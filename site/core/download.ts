import type { CallInput } from '#contract/call'
import type { Endpoint } from '#contract/endpoint'
import { NetworkFailure } from './problems.ts'
import type { SignedInCall } from './signed-in-api.ts'

/** How far a download has come. `total` is known when the server has said it. */
export interface DownloadProgress {
  bytes: number
  total?: number
}

interface DownloadOptions {
  /** The file's name when the server gives none. */
  name: string
  onProgress?: (progress: DownloadProgress) => void
  signal?: AbortSignal
}

/** The name in a `Content-Disposition` header (RFC 6266), its UTF-8 form first. */
export function readFileName(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {}
  return /filename="([^"]+)"/i.exec(header ?? '')?.[1]
}

/** Hands a file to the browser as a download. */
function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: the browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Makes what downloads an endpoint's bytes, as whom `call` signs, and saves them under the name the server
 * gives. By fetch rather than by link: a link carries no bearer, and cannot tell of its failure.
 * It throws as `call` does, and when the file breaks off; then nothing is saved.
 */
export function createDownload(call: SignedInCall) {
  return async <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    { name, onProgress, signal }: DownloadOptions,
  ): Promise<void> => {
    const response = (await call<Endpoint>(endpoint, input as CallInput<Endpoint>, {
      signal,
      // Where the size is not known, no part of it is.
      onProgress: ({ transferredBytes, totalBytes, percent }) =>
        onProgress?.({ bytes: transferredBytes, total: percent > 0 ? totalBytes : undefined }),
    })) as Response
    const file = await response.blob().catch((error: unknown) => {
      signal?.throwIfAborted()
      throw new NetworkFailure(false, error)
    })
    saveFile(file, readFileName(response.headers.get('content-disposition')) ?? name)
  }
}
