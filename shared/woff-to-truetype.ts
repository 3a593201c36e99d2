import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

interface FontTable {
  tag: string
  checksum: number
  bytes: Uint8Array
}

/**
 * Unpacks a .woff file into its TrueType file (WOFF 1.0, sections 3 to 5). The PDF writer's font reader also reads
 * .woff, but overruns the end of a table when a font's last glyph is empty, like the space of IBM Plex Mono.
 */
export function convertWoffToTrueType(path: string): Buffer {
  const woff = readFileSync(path)
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error(`${path} is not a WOFF file`)
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, position) => readTable(woff, 44 + 20 * position))
  return writeTrueType(woff.readUInt32BE(4), tables)
}

function readTable(woff: Buffer, entry: number): FontTable {
  const offset = woff.readUInt32BE(entry + 4)
  const packedLength = woff.readUInt32BE(entry + 8)
  const length = woff.readUInt32BE(entry + 12)
  const packed = woff.subarray(offset, offset + packedLength)
  return {
    tag: woff.toString('latin1', entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    bytes: packedLength < length ? inflateSync(packed) : packed,
  }
}

const padded = (length: number) => Math.ceil(length / 4) * 4

function writeTrueType(flavor: number, tables: FontTable[]): Buffer {
  const headLength = 12 + 16 * tables.length
  const length = tables.reduce((total, { bytes }) => total + padded(bytes.length), headLength)
  const font = Buffer.alloc(length)
  const power = Math.floor(Math.log2(tables.length))
  font.writeUInt32BE(flavor, 0)
  font.writeUInt16BE(tables.length, 4)
  font.writeUInt16BE(16 * 2 ** power, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE(16 * (tables.length - 2 ** power), 10)
  let offset = headLength
  for (const [position, { tag, checksum, bytes }] of tables.entries()) {
    const entry = 12 + 16 * position
    font.write(tag, entry, 'latin1')
    font.writeUInt32BE(checksum, entry + 4)
    font.writeUInt32BE(offset, entry + 8)
    font.writeUInt32BE(bytes.length, entry + 12)
    font.set(bytes, offset)
    offset += padded(bytes.length)
  }
  return font
}
