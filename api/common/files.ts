/** Files as services make, store and receive them. */

/** Rows as a file that is being made. */
export interface RowsFile {
  /** The number of rows when it began, to show progress. */
  rows: number
  /** Its media type, where the endpoint has several. */
  type?: string
  chunks: AsyncIterable<Uint8Array>
  /** How many rows are in the chunks made so far; missing of a file whose chunks are no rows, such as a PDF. */
  madeRows?: () => number
  /** The same rows as a workbook of Excel, instead of `chunks`. Throws `validation` when they do not fit. */
  workbook?: () => RowsFile
}

/** A completely received file. It is deleted when the request ends, unless it was moved. */
export interface ReceivedFile {
  /** Where it is. */
  path: string
  /** The sender's name for it; not to be used in a path. */
  name: string
  /** Bytes. */
  size: number
  /** Of its bytes, in hex. */
  sha256: string
}

/** Encrypts a file while it arrives, so that its own bytes are never on disk. */
export interface FileSeal {
  /** Written before the file. */
  begin(): Uint8Array
  /** A chunk of the file as it is written. */
  update(chunk: Uint8Array): Uint8Array
  /** Written after the file. */
  end(): Uint8Array
}

/** A file that arrived, and how to write down that it did. */
export interface Upload extends ReceivedFile {
  /**
   * Runs `write` in one transaction: once, however often the same upload is sent; a repeat gets the first response.
   * The file is checked and moved before: a transaction must not wait for a disk or a bucket.
   */
  store<T>(write: () => Promise<T>): Promise<T>
}

/** Bytes stored on another machine: all of them, or from `first` to `last`. */
export interface RemoteBody {
  readonly size: number
  stream(first?: number, last?: number): ReadableStream<Uint8Array>
}

/** Bytes that are read when they are needed, and then kept. */
export interface LazyBytes {
  readonly size: number
  read(): Uint8Array<ArrayBuffer>
}

/** Bytes in memory, a file on disk that is streamed, or one elsewhere. */
export type FileBody = Uint8Array<ArrayBuffer> | Blob | RemoteBody
