/** Files generated while they are sent: memory holds no more than what the caller has not read yet. */
import { getApiHeaders } from '#http/pipeline/responses'

export interface FileStream {
  /** Media type. */
  type: string
  /** File name for saving: letters, digits, dots and hyphens. */
  name: string
  chunks: AsyncIterable<Uint8Array>
  headers?: Readonly<Record<string, string>>
}

/**
 * Sends a file as it is generated. The first chunk is awaited, so that an early failure is still sent as an error; a
 * later one aborts the connection, so the caller sees a failed download rather than a truncated file. A caller who
 * disconnects is not a failure.
 */
export async function sendFileStream(
  { type, name, chunks, headers }: FileStream,
  onFailure: (error: unknown) => void,
): Promise<Response> {
  const iterator = chunks[Symbol.asyncIterator]()
  let next: IteratorResult<Uint8Array> | undefined = await iterator.next()
  let hasLeft = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await iterator.next())
          next = undefined
          if (hasLeft) return
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          // A failure after the caller has disconnected is irrelevant.
          if (hasLeft) return
          onFailure(error)
          controller.error(error)
        }
      },
      async cancel() {
        hasLeft = true
        await iterator.return?.()
      },
    },
    // Chunks are generated only as fast as the connection takes them.
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      ...getApiHeaders(''),
      ...headers,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
