/** The JSON object stored in local storage under a name; empty if missing or invalid. */
export function readStoredJson<T extends object>(name: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') ?? {}
  } catch {
    return {}
  }
}
