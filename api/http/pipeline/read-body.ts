import { Problem } from '#contract/problem'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads at most `limit` bytes, counting them as they arrive: a chunked body has no length to check. Throws `too_large`,
 * or `malformed_request` when the body ends early.
 */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new Problem('too_large', `The request exceeds the maximum size of ${limit} bytes.`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > limit) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new Problem('malformed_request', 'The request body was incomplete.', { cause })
  }
  if (size > limit) throw tooLarge()
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** Reads a JSON body. Throws `unsupported_type`, `too_large` or `malformed_request`. */
export async function parseJsonBody(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new Problem('unsupported_type', 'Send the body as application/json in UTF-8.')
  }
  if (request.headers.has('content-encoding')) {
    throw new Problem('unsupported_type', 'Send the body without a content encoding.')
  }
  const bytes = await readBytes(request, limit)
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (cause) {
    throw new Problem('malformed_request', 'The body is not valid JSON in UTF-8.', { cause })
  }
}
