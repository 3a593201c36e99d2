/** Parses IPv6 addresses (RFC 4291, 2.2). */

const GROUPS = 8
const HEX = 16

const readGroup = (text: string): number => Number.parseInt(text, HEX)

/** The eight groups of a valid IPv6 address, which may have a zone or end in an IPv4 address. */
export function parseIpv6Groups(address: string): number[] {
  const [text = ''] = address.split('%')
  const hexadecimal = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(HEX)}:${(c * 256 + d).toString(HEX)}`
  })
  const [head = '', tail] = hexadecimal.split('::')
  const before = head === '' ? [] : head.split(':').map(readGroup)
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':').map(readGroup)
  return [...before, ...new Array<number>(GROUPS - before.length - after.length).fill(0), ...after]
}

/** The IPv4 address mapped into an IPv6 address (RFC 4291, 2.5.5.2), if any. */
export function getMappedIpv4Address(groups: number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined
}
