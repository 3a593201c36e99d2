/**
 * Random bits as URL-safe characters, from the cryptographic generator: by default 128 bits, which are 22 characters.
 * Not `crypto.randomUUID`, which a page served over plain HTTP does not have.
 */
export function makeRandomId(bits = 128): string {
  const bytes = crypto.getRandomValues(new Uint8Array(bits / 8))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
