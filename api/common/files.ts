/** Files as services make, store and receive them. */

/** Rows as a file that is being made. */
export interface RowsFile {
  /** How many there were when it began, for whoever shows how far it is. */
  rows: number
  chunks: AsyncIterable<Uint8Array>
}

/** A file that arrived whole. It is gone when the request ends, unless it was moved elsewhere. */
export interface ReceivedFile {
  /** Where it is. */
  path: string
  /** What the sender calls it; nothing to build a path from. */
  name: string
  /** Bytes. */
  size: number
  /** Of its bytes, in hex. */
  sha256: string
}

/** A file that arrived, and how to write down that it did. */
export interface Upload extends ReceivedFile {
  /**
   * Runs what writes rows, in one transaction: once, however often the same upload is sent; a repeat gets the first
   * answer. The file is looked at and moved before: a transaction must not wait for a disk or a bucket.
   */
  store<T>(write: () => Promise<T>): Promise<T>
}

/** Bytes kept on another machine: all of them, or from `first` to `last`. */
export interface RemoteBody {
  readonly size: number
  stream(first?: number, last?: number): ReadableStream<Uint8Array>
}

/** Bytes in memory, a file on disk that is streamed, or one elsewhere. */
export type FileBody = Uint8Array<ArrayBuffer> | Blob | RemoteBody
