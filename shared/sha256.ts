/**
 * SHA-256 and hexadecimal bytes, in browser and server. A separate file, so that pages that check a file load nothing
 * more.
 */

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 as hexadecimal digits. Browsers provide it on HTTPS, on localhost and in saved pages. */
export const sha256 = async (bytes: BufferSource): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
