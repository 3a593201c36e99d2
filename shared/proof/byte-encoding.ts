/** Byte encoding of the proof format: hex, 64-bit integers and units. The same in browser and server. */

/** Millionths per unit: units have six decimals. */
const MILLION = 1_000_000n
/** The largest sum that fits in eight signed bytes, as in PostgreSQL's bigint. */
const MAX_MILLIONTHS = 2n ** 63n - 1n

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new RangeError('Expected bytes in lower-case hexadecimal')
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

/** The 32 bytes of a hash, a nonce or a key. Throws a RangeError for any other text. */
export function parseHash(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new RangeError(`'${text}' is not 32 bytes in lower-case hexadecimal`)
  return fromHex(text)
}

const MOST_BYTES = 255

/** UTF-8 text after its length in one byte. Throws a RangeError for an empty text and for one that is too long. */
export function lengthPrefixed(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length === 0 || bytes.length > MOST_BYTES)
    throw new RangeError(`'${text}' is not 1 to ${MOST_BYTES} bytes long`)
  return joinBytes(new Uint8Array([bytes.length]), bytes)
}

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Eight bytes, most significant first. Throws a RangeError for a negative or too large number. */
export function toUint64(value: bigint): Uint8Array<ArrayBuffer> {
  if (value < 0n || value > MAX_MILLIONTHS) throw new RangeError(`${value} is not a valid number of units`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

/** Units with six decimals (`125.500000`) as a number of millionths. Throws a RangeError for any other text. */
export function parseUnits(text: string): bigint {
  if (!/^(0|[1-9]\d*)\.\d{6}$/.test(text))
    throw new RangeError(`'${text}' is not a number of units with six decimals`)
  const millionths = BigInt(text.replace('.', ''))
  if (millionths > MAX_MILLIONTHS)
    throw new RangeError(`${formatUnitsWithSeparators(text)} units exceed the maximum of the format`)
  return millionths
}

/** Adds two sums. Throws a RangeError if the result exceeds the format. */
export function addUnits(one: bigint, other: bigint): bigint {
  const sum = one + other
  if (sum > MAX_MILLIONTHS)
    throw new RangeError(
      `${formatUnitsWithSeparators(formatUnits(sum))} units exceed the maximum of the format`,
    )
  return sum
}

/** Millionths as units with six decimals. */
export const formatUnits = (millionths: bigint): string =>
  `${millionths / MILLION}.${String(millionths % MILLION).padStart(6, '0')}`

/** Units formatted for people: `7207.500000` as `7,207.500000`. */
export const formatUnitsWithSeparators = (units: string): string =>
  units.replace(/\B(?=(\d{3})+(?=\.))/g, ',')
