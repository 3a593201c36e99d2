import { describe, expect, it } from 'vitest'
import { parseEventStream } from './event-stream.ts'

async function namesIn(...chunks: string[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const names: string[] = []
  for await (const { name } of parseEventStream(stream)) names.push(name)
  return names
}

describe('readEvents', () => {
  it('yields each event by its name, and heartbeats without one', async () => {
    expect(await namesIn('event: portfolio\ndata: 1\n\n: alive\n\nevent:notifications\ndata:\n\n')).toEqual([
      'portfolio',
      '',
      'notifications',
    ])
  })

  it('assembles events that arrive in chunks, with any kind of line break', async () => {
    expect(await namesIn('event: port', 'folio\r\nda', 'ta: 1\r\n\r\nevent: session\ndata: 1\n\n')).toEqual([
      'portfolio',
      'session',
    ])
  })

  it('omits an event that was cut off', async () => {
    expect(await namesIn('event: portfolio\ndata: 1\n\nevent: notifications\ndata')).toEqual(['portfolio'])
  })
})
