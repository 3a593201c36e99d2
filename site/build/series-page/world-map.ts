/** A world map with the districts, drawn at build time in a projection that resembles a printed atlas. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type GeoPermissibleObjects, geoArea, geoGraticule, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'

export const worldWidth = 640
export const worldHeight = 300

/** The part of the width shown on phones, as cropped in site/styles/series-index.css. */
export const phoneView = { left: 75, right: 587 }

/** Islands smaller than this are omitted, in steradians: at this size they are dots that only cost bytes. */
const LEAST_AREA = 0.0008
const ANTARCTICA = -60
/** Coast points closer than this to the previous one are omitted, in viewBox units: they only cost bytes. */
const LEAST_STEP = 2

/**
 * Press target of a flag: 44 by 24 pixels on a 320-pixel phone, which shows the map at 0.56 of its units, and more
 * elsewhere. The visible part is smaller.
 */
export const flagHitArea = { width: 79, height: 44 }
const flagDrawn = { width: 60, height: 33 }

type Point = { x: number; y: number }

interface WorldDrawing {
  land: string
  graticule: string
  /** Positions of the districts, in the given order, each with the center of its flag. */
  places: (Point & { flag: Point })[]
}

type Position = [longitude: number, latitude: number]
type Topology = Parameters<typeof feature>[0]

/** The drawn land outlines, from Natural Earth 1:110m (public domain). */
function readLand(): Position[][] {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json')
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology
  const land = topology.objects.land
  if (!land) throw new Error('The atlas has no land.')
  const collection = feature(topology, land)
  const shapes = collection.type === 'FeatureCollection' ? collection.features : [collection]
  return shapes
    .flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : []))
    .map(([ring = []]) => ring as Position[])
    .filter((ring) => Math.max(...ring.map(([, latitude]) => latitude)) > ANTARCTICA)
    .filter((ring) => geoArea({ type: 'Polygon', coordinates: [ring] }) > LEAST_AREA)
}

/** Shortens path data of closed outlines: each point is relative to the previous one. */
const shortenOutlines = (path: string): string =>
  path
    .split('M')
    .slice(1)
    .map((outline) => {
      let last: Point | undefined
      let short = ''
      for (const point of outline.split('L')) {
        const [x = 0, y = 0] = point.split(',').map(Number.parseFloat)
        const [right, down] = last ? [x - last.x, y - last.y] : [x, y]
        if (last && Math.hypot(right, down) < LEAST_STEP) continue
        short += `${last ? 'l' : 'M'}${right}${down < 0 ? '' : ' '}${down}`
        last = { x, y }
      }
      return `${short}z`
    })
    .join('')

const covers = (a: Point, b: Point, width: number, height: number): boolean =>
  Math.abs(a.x - b.x) < width && Math.abs(a.y - b.y) < height

/** Possible offsets of a flag from its position, nearest first, above before below. */
const offsets = [...Array(33).keys()]
  .flatMap((down) => [...Array(41).keys()].map((right) => ({ x: right * 5 - 100, y: down * 5 - 80 })))
  .sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y) || a.y - b.y || a.x - b.x)

/** Assigns each position a nearby flag that covers no other flag or position, within the part that phones show. */
function placeFlags(places: Point[]): WorldDrawing['places'] {
  const placed: Point[] = []
  return places.map((place) => {
    const isFree = (flag: Point) =>
      flag.x > phoneView.left + flagHitArea.width / 2 &&
      flag.x < phoneView.right - flagHitArea.width / 2 &&
      flag.y > flagHitArea.height / 2 &&
      flag.y < worldHeight - flagHitArea.height / 2 &&
      !placed.some((other) => covers(flag, other, flagHitArea.width, flagHitArea.height)) &&
      !places.some((other) => covers(flag, other, flagDrawn.width / 2 + 4, flagDrawn.height / 2 + 4))
    const flag = offsets.map(({ x, y }) => ({ x: place.x + x, y: place.y + y })).find(isFree)
    if (!flag) throw new Error('A district has no room for its flag.')
    placed.push(flag)
    return { ...place, flag }
  })
}

export function drawWorld(districts: readonly { latitude: number; longitude: number }[]): WorldDrawing {
  const extent: GeoPermissibleObjects = {
    type: 'MultiPoint',
    coordinates: [
      [-170, 0],
      [179, 0],
      [0, 78],
      [0, -54],
    ],
  }
  const projection = geoNaturalEarth1().fitExtent(
    [
      [4, 4],
      [worldWidth - 4, worldHeight - 4],
    ],
    extent,
  )
  const path = geoPath(projection).digits(0)
  return {
    land: shortenOutlines(
      readLand()
        .map((ring) => path({ type: 'Polygon', coordinates: [ring] }) ?? '')
        .join(''),
    ),
    graticule:
      path(
        geoGraticule()
          .step([30, 30])
          .extentMajor([
            [-180, -55],
            [180, 78],
          ])
          .precision(10)(),
      ) ?? '',
    places: placeFlags(
      districts.map(({ longitude, latitude }) => {
        const [x = 0, y = 0] = projection([longitude, latitude]) ?? []
        return { x: Math.round(x), y: Math.round(y) }
      }),
    ),
  }
}
