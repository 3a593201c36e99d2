/** SHA-256 and bytes as hexadecimal, in browser and server. A file of its own: pages that check a file load no more. */

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 as hexadecimal digits. Browsers offer it on HTTPS, on localhost and in saved pages. */
export const sha256 = async (bytes: BufferSource): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
