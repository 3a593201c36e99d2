/**
 * Reads a form with a file (RFC 7578) while it arrives: the file is written to disk in pieces, so memory use stays flat
 * for any size. A rejected or incomplete file is removed.
 */

import { once } from 'node:events'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BusboyFileStream } from '@fastify/busboy'
import { toDatabaseProblem } from '#common/database-problems'
import type { FileEncryption, ReceivedFile } from '#common/file-types'
import type { UploadRule } from '#contract/endpoint'
import { invalidFieldProblem, Problem } from '#contract/problem'

interface ReceivedForm {
  fields: Record<string, string>
  file: ReceivedFile
}

const malformed = (cause?: unknown) =>
  new Problem('malformed_request', 'The form data is invalid or incomplete.', { cause })

/**
 * Received bytes, of all uploads together, after which garbage is collected. Each chunk is garbage as soon as it is
 * written, but the collector counts it late and would let hundreds of megabytes accumulate.
 */
const COLLECT_EVERY = 48 * 1024 * 1024
const sinceCollection = { received: 0 }

function countReceived(bytes: number): void {
  sinceCollection.received += bytes
  if (sinceCollection.received < COLLECT_EVERY) return
  sinceCollection.received = 0
  // Synchronously, which takes about 20 ms: a concurrent collection falls behind the incoming data, especially under
  // load.
  Bun.gc(true)
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.byteLength) {
    const { bytesWritten } = await handle.write(chunk, written)
    written += bytesWritten
  }
}

/** Writes a stream to a handle as it arrives, encrypted if there is a seal. Throws `too_large` and `storage_full`. */
export async function writeStream(
  source: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  { maxFile, tooLarge }: Pick<UploadRule, 'maxFile' | 'tooLarge'>,
  seal?: FileEncryption,
): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> {
  const hash = new Bun.CryptoHasher('sha256')
  let size = 0
  const write = (bytes: Uint8Array) =>
    writeWhole(handle, bytes).catch((error) => {
      throw toDatabaseProblem(error)
    })
  if (seal) await write(seal.begin())
  for await (const chunk of source) {
    size += chunk.byteLength
    if (size > maxFile) throw new Problem('too_large', tooLarge)
    hash.update(chunk)
    await write(seal ? seal.update(chunk) : chunk)
  }
  if (seal) await write(seal.end())
  // An acknowledged file survives a power cut.
  await handle.sync()
  return { size, sha256: hash.digest('hex') }
}

async function writeFile(stream: BusboyFileStream, path: string, rule: UploadRule, seal?: FileEncryption) {
  const handle = await open(path, 'wx', 0o600)
  try {
    return await writeStream(stream, handle, rule, seal)
  } finally {
    await handle.close()
  }
}

function checkHeaders(
  { headers, body }: Request,
  limit: number,
  tooLarge: string,
): ReadableStream<Uint8Array> {
  if (!/^multipart\/form-data\s*;/i.test(headers.get('content-type') ?? '')) {
    throw new Problem('unsupported_type', 'Send the file as multipart/form-data.')
  }
  if (headers.has('content-encoding')) {
    throw new Problem('unsupported_type', 'Send the form without a content encoding.')
  }
  if (Number(headers.get('content-length') ?? 0) > limit) throw new Problem('too_large', tooLarge)
  if (!body) throw malformed()
  return body
}

/** Bytes parsed at a time, so that a form of many tiny parts does not block other requests. */
const SLICE = 16 * 1024

/** The form parser is loaded with the first form. */
async function openParser(contentType: string, { maxFile }: UploadRule) {
  const { Busboy } = await import('@fastify/busboy')
  try {
    return Busboy({
      headers: { 'content-type': contentType },
      limits: {
        // One byte more than allowed, so that a larger file is detected.
        fileSize: maxFile + 1,
        files: 2,
        fields: 16,
        parts: 18,
        fieldNameSize: 100,
        fieldSize: 4096,
        headerPairs: 20,
        headerSize: 8192,
      },
    })
  } catch (error) {
    throw malformed(error)
  }
}

/**
 * Reads the form of a request; the file is put into `folder`. `limit` bounds the whole body in bytes, counted as they
 * arrive: a chunked body has no length to check. Throws `unsupported_type`, `too_large`, `malformed_request`,
 * `storage_full`, and `validation` without a file.
 */
export async function receiveForm(
  request: Request,
  rule: UploadRule,
  limit: number,
  folder: string,
  seal?: FileEncryption,
): Promise<ReceivedForm> {
  const body = checkHeaders(request, limit, rule.tooLarge)
  const parser = await openParser(request.headers.get('content-type') ?? '', rule)
  const path = join(folder, `${crypto.randomUUID()}.part`)
  const fields = new Map<string, string>()
  const failure = Promise.withResolvers<never>()
  let name = ''
  let count = 0
  let stream: BusboyFileStream | undefined
  let writing: ReturnType<typeof writeFile> | undefined

  parser.on('field', (field, value) => fields.set(field, value))
  parser.on('file', (field, incoming, filename) => {
    // The reader of the stream throws this error.
    incoming.on('error', () => {})
    if (field !== rule.field || writing) {
      if (field === rule.field) count += 1
      incoming.resume()
      return
    }
    count = 1
    // Browsers encode a quotation mark in a name this way (HTML, 4.10.21.8).
    name = (filename ?? '').replaceAll('%22', '"')
    stream = incoming
    writing = writeFile(incoming, path, rule, seal)
    writing.catch(failure.reject)
  })
  const finished = once(parser, 'finish')
  finished.catch((error) => failure.reject(malformed(error)))
  failure.promise.catch(() => {})

  // Without this, the parser would read and skip all further parts of the body.
  let isOverLimit = false
  for (const limited of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limited, () => {
      isOverLimit = true
    })

  const feed = async () => {
    let size = 0
    for await (const chunk of body) {
      size += chunk.byteLength
      countReceived(chunk.byteLength)
      if (size > limit) throw new Problem('too_large', rule.tooLarge)
      for (let at = 0; at < chunk.byteLength; at += SLICE) {
        const isTaken = parser.write(chunk.subarray(at, at + SLICE))
        if (isOverLimit) throw new Problem('malformed_request', 'The form has too many fields.')
        if (!isTaken) await Promise.race([once(parser, 'drain'), failure.promise])
      }
    }
    parser.end()
    await Promise.race([finished, failure.promise])
    return writing
  }

  try {
    const written = await Promise.race([feed(), failure.promise])
    if (count > 1) throw invalidFieldProblem(`/${rule.field}`, 'Send one file at a time')
    if (!written || written.size === 0) throw invalidFieldProblem(`/${rule.field}`, 'Select a file to upload')
    return { fields: Object.fromEntries(fields), file: { path, name, ...written } }
  } catch (error) {
    // First ends the reader that waits for bytes; after that the file is unused and can be removed.
    stream?.destroy(new Error('The form was abandoned'))
    parser.destroy()
    const own = await writing?.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    await rm(path, { force: true })
    // A rejected file breaks the form too; its error is the one to report.
    throw isSpecific(own) ? own : isSpecific(error) ? error : malformed(error)
  }
}

/** A server error or a disk failure; any other error while reading means a broken form. */
const isSpecific = (error: unknown): boolean =>
  error instanceof Problem || typeof (error as { syscall?: string } | undefined)?.syscall === 'string'
