/** What local storage keeps under a name as a JSON object; empty where it keeps none, or something broken. */
export function readStored<T extends object>(name: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') ?? {}
  } catch {
    return {}
  }
}
