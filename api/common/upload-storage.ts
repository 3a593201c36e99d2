/**
 * Storage of uploads: the data folder, or a bucket shared by several machines. A file arrives in the staging folder and
 * appears under its name in one step, so that a partial file is never read.
 */

import { chmod, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { S3Client } from 'bun'
import { toDatabaseProblem, unavailableProblem } from '#common/database-problems'
import type { FileBody, Upload } from '#common/file-types'
import { getService, provideServices } from '#common/service-container'
import { afterCommit } from '#db/connection'

/** Icons are stored next to the documents, under this prefix. */
export const ICONS_PREFIX = 'icons/'

interface StoredFile {
  name: string
  modified: Date
}

export interface Storage {
  /** Stores a file of the staging folder permanently under a name. */
  keep(path: string, name: string, type: string): Promise<void>
  /** The bytes of a file of `size` bytes; undefined if it does not exist. */
  read(name: string, size: number): Promise<FileBody | undefined>
  /** Removes a file; does nothing if it does not exist. */
  remove(name: string): Promise<void>
  /** All stored files. */
  list(): AsyncIterable<StoredFile>
}

/** Stores uploads in a folder. */
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
      yield* walk(ICONS_PREFIX)
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

/** A bucket that cannot be reached, or rejects a call, may recover: the caller gets `unavailable`. */
const reach = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw unavailableProblem(error)
  })

/** Stores uploads in a bucket of S3 or a compatible service. Throws `unavailable` when it does not respond. */
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

interface UploadState {
  storage: Storage
  /** Folder for files while they arrive. */
  staging: string
  onFailure: (error: unknown, name: string) => void
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    uploads: UploadState
  }
}

/** The uploads of this process. */
export const getUploadStorage = (): Storage => getService('uploads').storage

/** Removes a file that no row refers to; the cleanup finds files that cannot be removed now. */
export function deleteStoredFile(name: string): Promise<void> {
  const { storage, onFailure } = getService('uploads')
  return storage.remove(name).catch((error) => onFailure(error, name))
}

/**
 * Stores a file from the staging folder and then writes the rows that refer to it. Removes the file again if they are
 * not written, also if an earlier request of the same upload has stored another file. Throws `storage_full`, and what
 * `write` throws.
 */
export async function storeUpload<T>(
  { path, store }: Pick<Upload, 'path' | 'store'>,
  name: string,
  type: string,
  write: () => Promise<T>,
): Promise<T> {
  let isReferenced = false
  try {
    await getService('uploads').storage.keep(path, name, type)
    return await store(async () => {
      const result = await write()
      // Only after the commit: a transaction may be rerun and then find an earlier request of the same upload.
      afterCommit(() => {
        isReferenced = true
      })
      return result
    })
  } catch (error) {
    throw toDatabaseProblem(error)
  } finally {
    if (!isReferenced) await deleteStoredFile(name)
  }
}

/** A new path in the staging folder. Remove the file afterwards; any that is left is removed by the cleanup. */
export const stagingPath = (): string => join(getService('uploads').staging, `${crypto.randomUUID()}.part`)

/** Stores bytes that the server derived from an upload, as {@link storeUpload} does. */
export async function storeBytes<T>(
  bytes: Uint8Array,
  { store }: Pick<Upload, 'store'>,
  name: string,
  type: string,
  write: () => Promise<T>,
): Promise<T> {
  const path = stagingPath()
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true })
    return await storeUpload({ path, store }, name, type, write)
  } catch (error) {
    throw toDatabaseProblem(error)
  } finally {
    await rm(path, { force: true })
  }
}

/** Stores a copy of a server file. The cleanup removes a file that no row refers to. */
export async function storeFileCopy(file: string, name: string, type: string): Promise<void> {
  const { storage } = getService('uploads')
  const path = stagingPath()
  await copyFile(file, path)
  await chmod(path, 0o600)
  await storage.keep(path, name, type)
}

interface StorageOptions {
  dataDir: string
  /** Stores uploads there instead of in the data folder. */
  bucket?: BucketOptions | undefined
  /** Called when a file could not be removed. */
  onFailure: (error: unknown, name: string) => void
}

/** Opens the storage of uploads, once at start. Returns the staging folder, in which files arrive. */
export async function openStorage({ dataDir, bucket, onFailure }: StorageOptions): Promise<string> {
  const folder = resolve(dataDir, 'uploads')
  const staging = join(folder, '.arriving')
  await mkdir(join(folder, ICONS_PREFIX), { recursive: true, mode: 0o700 })
  await mkdir(staging, { recursive: true, mode: 0o700 })
  const storage = bucket ? openBucket(bucket) : openFolder(folder)
  provideServices({ uploads: { storage, staging, onFailure } })
  return staging
}
