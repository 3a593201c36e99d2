/**
 * Random bits as URL-safe characters, from the cryptographic generator: by default 128 bits, or 22 characters.
 * `crypto.randomUUID` is not used because it is unavailable on pages served over plain HTTP.
 */
export function createRandomId(bits = 128): string {
  const bytes = crypto.getRandomValues(new Uint8Array(bits / 8))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
