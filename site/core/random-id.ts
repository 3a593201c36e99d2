/**
 * 128 random bits as 22 URL-safe characters, from the cryptographic generator.
 * Not `crypto.randomUUID`, which a page served over plain HTTP does not have.
 */
export function makeRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
