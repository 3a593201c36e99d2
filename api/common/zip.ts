/** ZIP archives, written piece by piece: memory holds what is being written. */

/** A file of an archive. */
export interface ZipEntry {
  name: string
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Stored as it is: its content is compressed already. */
  isCompressed?: boolean
}

/** An archive with these files in their order. Each is written as its content arrives. */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  // Loaded with the first archive: a server starts without it.
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate')
  let written: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    failure ??= error
    if (chunk) written.push(chunk)
  })
  function* taken() {
    if (failure) throw failure
    const chunks = written
    written = []
    yield* chunks
  }
  for await (const { name, chunks, isCompressed = false } of entries) {
    const entry = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    for await (const chunk of chunks) {
      entry.push(chunk)
      yield* taken()
    }
    entry.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
