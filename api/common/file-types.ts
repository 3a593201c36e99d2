/** Files as services create, store and receive them. */

/** Rows of a file that is still being generated. */
export interface GeneratedFile {
  /** The number of rows at the start, to show progress. */
  rows: number
  /** Its media type, where the endpoint has several. */
  type?: string
  chunks: AsyncIterable<Uint8Array>
  /** Number of rows in the chunks so far; absent for a file whose chunks are not rows, such as a PDF. */
  madeRows?: () => number
  /** The same rows as an Excel workbook instead of `chunks`. Throws `validation` when they do not fit. */
  workbook?: () => GeneratedFile
}

/** A completely received file. It is deleted when the request ends, unless it was moved. */
export interface ReceivedFile {
  /** Path of the file. */
  path: string
  /** The sender's name for the file; not to be used in a path. */
  name: string
  /** Bytes. */
  size: number
  /** Hash of its bytes, in hex. */
  sha256: string
}

/** Encrypts a file while it arrives, so that its plain bytes never reach the disk. */
export interface FileEncryption {
  /** Written before the file. */
  begin(): Uint8Array
  /** Encrypts a chunk of the file before it is written. */
  update(chunk: Uint8Array): Uint8Array
  /** Written after the file. */
  end(): Uint8Array
}

/** A received file, and how to record its arrival. */
export interface Upload extends ReceivedFile {
  /**
   * Runs `write` in one transaction, exactly once however often the same upload is sent; a repeat gets the first
   * response. The file is checked and moved beforehand, because a transaction must not wait for a disk or a bucket.
   */
  store<T>(write: () => Promise<T>): Promise<T>
}

/** Bytes stored on another machine: all of them, or from `first` to `last`. */
export interface RemoteFile {
  readonly size: number
  stream(first?: number, last?: number): ReadableStream<Uint8Array>
}

/** Bytes that are read on first use and then kept. */
export interface LazyBytes {
  readonly size: number
  read(): Uint8Array<ArrayBuffer>
}

/** Bytes in memory, a file on disk that is streamed, or a remote file. */
export type FileBody = Uint8Array<ArrayBuffer> | Blob | RemoteFile
