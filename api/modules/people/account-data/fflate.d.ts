/** The part of fflate in use: the `exports` of this version declare no types. */
declare module 'fflate' {
  export type Received = (error: Error | null, chunk: Uint8Array, isLast: boolean) => void

  /** An entry of a ZIP file, to which content is pushed in pieces. */
  export interface ZipEntry {
    push(chunk: Uint8Array, isLast?: boolean): void
  }
  export class ZipDeflate implements ZipEntry {
    constructor(name: string, options?: { level?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 })
    push(chunk: Uint8Array, isLast?: boolean): void
  }
  export class ZipPassThrough implements ZipEntry {
    constructor(name: string)
    push(chunk: Uint8Array, isLast?: boolean): void
  }
  export class Zip {
    constructor(onData: Received)
    add(entry: ZipEntry): void
    end(): void
  }
  export function unzipSync(file: Uint8Array): Record<string, Uint8Array>
  export function strFromU8(bytes: Uint8Array): string
}
