/** A whole number from a name (FNV-1a, 32 bits): the same name gives the same number on every machine. */
export function hashString(name: string): number {
  const step = (hash: number, character: string) =>
    Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0
  return [...name].reduce(step, 2166136261)
}
