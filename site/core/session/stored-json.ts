/** The JSON object that local storage holds under a name; empty where it is missing or broken. */
export function readStored<T extends object>(name: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') ?? {}
  } catch {
    return {}
  }
}
