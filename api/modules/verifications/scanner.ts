/** Scans files with ClamAV: clamd's INSTREAM over TCP (man clamd(8)). */
import { connect } from 'node:net'
import type { Logger } from '#common/log'
import { partOf } from '#common/process-state'
import { invalidField, Problem } from '#contract/problem'

/** Milliseconds without an answer, or without progress, after which the scanner counts as down. */
const SILENCE_MS = 20_000

declare module '#common/process-state' {
  interface ProcessState {
    /** Where clamd listens; undefined where files are not scanned. */
    scanner: { address: { host: string; port: number } | undefined; log: Logger }
  }
}

export const isScannerSet = (): boolean => partOf('scanner').address !== undefined

const down = (cause: unknown): Problem =>
  new Problem(
    'unavailable',
    'The file could not be scanned for malware, so that it was not stored. Please try again in a few minutes.',
    { retryAfter: 60, cause },
  )

/** Sends the chunks, each behind its length, then an empty one; returns what clamd says. */
async function ask(
  { host, port }: { host: string; port: number },
  chunks: AsyncIterable<Uint8Array>,
): Promise<string> {
  const socket = connect({ host, port })
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  socket.setTimeout(SILENCE_MS, () => failure.reject(new Error('clamd does not respond')))
  socket.on('error', failure.reject)
  let said = ''
  const reply = new Promise<string>((resolve) => {
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      said = (said + text).slice(0, 1_000)
    })
    socket.on('close', () => resolve(said))
  })
  const write = async (bytes: Uint8Array) => {
    if (socket.write(bytes)) return
    await Promise.race([
      new Promise((drained) => socket.once('drain', drained)),
      // It has answered before the end, such as for a file above its limit.
      reply,
      failure.promise,
    ])
  }
  try {
    await Promise.race([new Promise((open) => socket.once('connect', open)), failure.promise])
    await write(Buffer.from('zINSTREAM\0'))
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue
      const length = Buffer.alloc(4)
      length.writeUInt32BE(chunk.length)
      await write(length)
      await write(chunk)
    }
    await write(Buffer.alloc(4))
    return await Promise.race([reply, failure.promise])
  } finally {
    socket.destroy()
  }
}

/**
 * Scans a file where a scanner is configured. Throws `validation` for an infected one, and `unavailable` when clamd
 * cannot be asked or cannot say.
 */
export async function scan(chunks: () => AsyncIterable<Uint8Array>): Promise<'clean' | 'not_scanned'> {
  const { address, log } = partOf('scanner')
  if (!address) return 'not_scanned'
  let answer: string
  try {
    answer = (await ask(address, chunks())).replaceAll('\0', '').trim()
  } catch (error) {
    log.warn({ err: error }, 'the malware scanner does not respond')
    throw down(error)
  }
  if (/^stream: OK$/.test(answer)) return 'clean'
  if (/ FOUND$/.test(answer)) {
    log.warn({ answer }, 'an upload was refused by the malware scanner')
    throw invalidField('/file', 'The malware scanner refuses this file. Nothing of it was stored.')
  }
  log.warn({ answer }, 'the malware scanner could not scan')
  throw down(new Error(answer || 'clamd closed the connection'))
}
