/** A plate of the world with the districts, drawn at build in a projection that keeps the look of a printed atlas. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type GeoPermissibleObjects, geoArea, geoGraticule, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'

export const worldWidth = 640
export const worldHeight = 300

/** Islands smaller than this are left out, in steradians: at this size they are dots, and cost bytes. */
const LEAST_AREA = 0.0008
const ANTARCTICA = -60
const LABEL_WIDTH = 30
const LABEL_HEIGHT = 13

interface WorldDrawing {
  land: string
  graticule: string
  /** Places of the districts, in the order given; a label is on the left where it would cover another place. */
  places: { x: number; y: number; isLeft: boolean }[]
}

type Position = [longitude: number, latitude: number]
type Topology = Parameters<typeof feature>[0]

/** The outlines of land that are drawn, from Natural Earth 1:110m (public domain). */
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

const labelPlaces = (places: { x: number; y: number }[]) =>
  places.map((place) => {
    const isLeft = places.some(
      ({ x, y }) => x > place.x && x - place.x < LABEL_WIDTH && Math.abs(y - place.y) < LABEL_HEIGHT,
    )
    return { ...place, isLeft }
  })

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
    land: readLand()
      .map((ring) => path({ type: 'Polygon', coordinates: [ring] }) ?? '')
      .join(''),
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
    places: labelPlaces(
      districts.map(({ longitude, latitude }) => {
        const [x = 0, y = 0] = projection([longitude, latitude]) ?? []
        return { x: Math.round(x), y: Math.round(y) }
      }),
    ),
  }
}
