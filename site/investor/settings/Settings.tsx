/** Holds the place of a screen that is not there yet. */
export function Settings() {
  return null
}
