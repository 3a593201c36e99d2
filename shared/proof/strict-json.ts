/**
 * Reads JSON so that all checkers read the same: no duplicate names in an object, only whole numbers in digits, no lone
 * surrogates, and no deep nesting. `JSON.parse` accepts all of these.
 */
import { rejectMalformedFile } from './malformed-file.ts'

/** Maximum nesting of arrays and objects; the format has five levels. */
const MAX_DEPTH = 16
const WORDS: readonly [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['false', false],
]
/** Any JSON number, and the accepted ones. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WHOLE = /^(?:0|[1-9]\d{0,15})$/

class Reader {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): unknown {
    const value = this.#value()
    this.#skipSpace()
    if (this.#at < this.#text.length) rejectMalformedFile('json')
    return value
  }

  #skipSpace(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? 'x')) this.#at++
  }

  /** Skips a token, or reports that it is missing. */
  #takes(mark: string): boolean {
    this.#skipSpace()
    if (!this.#text.startsWith(mark, this.#at)) return false
    this.#at += mark.length
    return true
  }

  #expect(mark: string): void {
    if (!this.#takes(mark)) rejectMalformedFile('json')
  }

  #value(): unknown {
    if (this.#takes('{')) return this.#nested(() => this.#object())
    if (this.#takes('[')) return this.#nested(() => this.#list())
    if (this.#takes('"')) return this.#string()
    for (const [word, value] of WORDS) if (this.#takes(word)) return value
    return this.#number()
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) rejectMalformedFile('depth')
    const value = read()
    this.#depth--
    return value
  }

  #object(): Record<string, unknown> {
    const fields = new Map<string, unknown>()
    for (let isFirst = true; !this.#takes('}'); isFirst = false) {
      if (!isFirst) this.#expect(',')
      this.#expect('"')
      const name = this.#string()
      if (fields.has(name)) rejectMalformedFile('name')
      this.#expect(':')
      fields.set(name, this.#value())
    }
    return Object.fromEntries(fields)
  }

  #list(): unknown[] {
    const values: unknown[] = []
    while (!this.#takes(']')) {
      if (values.length > 0) this.#expect(',')
      values.push(this.#value())
    }
    return values
  }

  /** The text after an opening quote. */
  #string(): string {
    const from = this.#at
    for (let end = from; ; end++) {
      end = this.#text.indexOf('"', end)
      if (end < 0) return rejectMalformedFile('json')
      let slashes = 0
      while (this.#text[end - 1 - slashes] === '\\') slashes++
      if (slashes % 2 === 1) continue
      this.#at = end + 1
      return this.#unescape(this.#text.slice(from - 1, end + 1))
    }
  }

  #unescape(quoted: string): string {
    let value: string
    try {
      value = JSON.parse(quoted)
    } catch {
      return rejectMalformedFile('json')
    }
    return value.isWellFormed() ? value : rejectMalformedFile('text')
  }

  #number(): number {
    NUMBER.lastIndex = this.#at
    const [written] = NUMBER.exec(this.#text) ?? rejectMalformedFile('json')
    this.#at += written.length
    return WHOLE.test(written) && Number.isSafeInteger(Number(written))
      ? Number(written)
      : rejectMalformedFile('number')
  }
}

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])

/** A UTF-8 byte order mark: some programs write one when they save text. */
const MARK = [0xef, 0xbb, 0xbf]

/**
 * Whether a file starts like a JSON object with fields: `{"`, with or without white space, and also after a byte order
 * mark, with which it is not JSON. Any other file is a document.
 */
export function looksLikeJson(bytes: Uint8Array): boolean {
  let at = MARK.every((byte, place) => bytes[place] === byte) ? MARK.length : 0
  const next = () => {
    while (SPACE.has(bytes[at] ?? 0)) at++
    return bytes[at++]
  }
  return next() === 0x7b && next() === 0x22
}

/** Reads JSON in UTF-8. Throws a `MalformedFileError`. */
export function parseStrictJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return rejectMalformedFile('text')
  }
  return new Reader(text).whole()
}
