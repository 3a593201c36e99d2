/**
 * Where uploads are kept: in the data folder, or in a bucket that several machines share. A file arrives in the
 * staging folder and appears under its name in one step, so that nobody ever reads half of one.
 */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { S3Client } from 'bun'
import type { FileBody, Upload } from '#common/files'
import { toStorageProblem, unavailable } from '#common/problems'
import { afterCommit } from '#db/connection'

/** Icons are kept beside the documents, under this prefix. */
export const ICONS = 'icons/'

interface StoredFile {
  name: string
  modified: Date
}

export interface Storage {
  /** Keeps a file of the staging folder under a name, for good. */
  keep(path: string, name: string, type: string): Promise<void>
  /** The bytes of a file of `size` bytes; undefined when there is none. */
  read(name: string, size: number): Promise<FileBody | undefined>
  /** Removes a file; one that is not there is removed already. */
  remove(name: string): Promise<void>
  /** Everything that is kept. */
  list(): AsyncIterable<StoredFile>
}

/** Keeps uploads in a folder. */
function openFolder(folder: string): Storage {
  async function* walk(prefix: string): AsyncIterable<StoredFile> {
    for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
      if (!entry.isFile()) continue
      const name = prefix + entry.name
      const found = await stat(join(folder, name)).catch(() => undefined)
      if (found) yield { name, modified: found.mtime }
    }
  }
  return {
    keep: (path, name) => rename(path, join(folder, name)),
    async read(name) {
      const file = Bun.file(join(folder, name))
      return (await file.exists()) ? file : undefined
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async *list() {
      yield* walk('')
      yield* walk(ICONS)
    },
  }
}

export interface BucketOptions {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A bucket that cannot be reached, or refuses, may do what was asked later: `unavailable` to whoever called. */
const reach = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw unavailable(error)
  })

/** Keeps uploads in a bucket of S3, or of what speaks its protocol. Throws `unavailable` when it does not answer. */
export function openBucket(options: BucketOptions): Storage {
  const client = new S3Client(options)
  const keyOf = (name: string) => `uploads/${name}`
  return {
    async keep(path, name, type) {
      await reach(client.write(keyOf(name), Bun.file(path), { type }))
      await rm(path, { force: true })
    },
    async read(name, size) {
      const file = client.file(keyOf(name))
      if (!(await reach(file.exists()))) return undefined
      return {
        size,
        stream: (first, last) =>
          (first === undefined ? file : file.slice(first, (last ?? size) + 1)).stream(),
      }
    },
    remove: (name) => reach(client.delete(keyOf(name))),
    async *list() {
      let startAfter: string | undefined
      do {
        const page = await reach(client.list({ prefix: keyOf(''), startAfter }))
        for (const { key, lastModified } of page.contents ?? []) {
          yield { name: key.slice(keyOf('').length), modified: new Date(lastModified ?? 0) }
        }
        startAfter = page.isTruncated ? page.contents?.at(-1)?.key : undefined
      } while (startAfter)
    },
  }
}

let current:
  | { storage: Storage; staging: string; onFailure: (error: unknown, name: string) => void }
  | undefined

function open() {
  if (!current) throw new Error('Uploads are not open: call openStorage first')
  return current
}

/** The uploads of this process. */
export const storage = (): Storage => open().storage

/** Removes a file that no row speaks of; what cannot be removed now is found by the janitor. */
export function discard(name: string): Promise<void> {
  const { storage, onFailure } = open()
  return storage.remove(name).catch((error) => onFailure(error, name))
}

/**
 * Keeps a file of the staging folder and then writes the rows that speak of it; without them, also where an earlier
 * one of the same upload wrote them of another file, it is removed again. Throws `storage_full`, and what `write` throws.
 */
export async function keep<T>(
  { path, store }: Pick<Upload, 'path' | 'store'>,
  name: string,
  type: string,
  write: () => Promise<T>,
): Promise<T> {
  let isSpokenOf = false
  try {
    await open().storage.keep(path, name, type)
    return await store(async () => {
      const answer = await write()
      // Not before: a transaction may be run again, and then find an earlier one of the same upload.
      afterCommit(() => {
        isSpokenOf = true
      })
      return answer
    })
  } catch (error) {
    throw toStorageProblem(error)
  } finally {
    if (!isSpokenOf) await discard(name)
  }
}

/** Keeps bytes made here of an upload, as {@link keep} does. */
export async function cacheFile<T>(
  bytes: Uint8Array,
  { store }: Pick<Upload, 'store'>,
  name: string,
  type: string,
  write: () => Promise<T>,
): Promise<T> {
  const path = join(open().staging, `${crypto.randomUUID()}.part`)
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true })
    return await keep({ path, store }, name, type, write)
  } catch (error) {
    throw toStorageProblem(error)
  } finally {
    await rm(path, { force: true })
  }
}

interface StorageOptions {
  dataDir: string
  /** Uploads go there instead of into the data folder. */
  bucket?: BucketOptions | undefined
  /** Told when a file could not be removed. */
  onFailure: (error: unknown, name: string) => void
}

/** Makes ready where uploads are kept, called once at start. Answers the folder in which files arrive. */
export async function openStorage({ dataDir, bucket, onFailure }: StorageOptions): Promise<string> {
  const folder = resolve(dataDir, 'uploads')
  const staging = join(folder, '.arriving')
  await mkdir(join(folder, ICONS), { recursive: true, mode: 0o700 })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  current = { storage: bucket ? openBucket(bucket) : openFolder(folder), staging, onFailure }
  return staging
}
