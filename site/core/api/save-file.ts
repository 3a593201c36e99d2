/** Milliseconds until a saved file's object URL is revoked; the browser reads the file after the current turn. */
const KEPT_MS = 60_000

/** Saves a file as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
