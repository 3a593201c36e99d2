/** Token data fields that describe the ground: district, license, plan and cross-section. */
import { z } from 'astro/zod'
import {
  amount,
  calendarDate,
  listOf,
  oneOf,
  slug,
  strictObject,
  text,
} from '#site/content/content-fields.ts'
import { decimalText, meters, place } from './number-fields.ts'

/** From the first holes to an operating mine. */
export const stages = [
  'exploration',
  'scoping-study',
  'pre-feasibility',
  'feasibility',
  'development',
  'production',
] as const

/** What a drill produces: core (diamond), chips (reverse circulation), or soft ground (auger, aircore, sonic). */
const drillTypes = ['diamond', 'reverse circulation', 'aircore', 'auger', 'sonic'] as const

/** Hole names, such as KS-014. */
const holeId = () =>
  z
    .string({ error: 'Expected the name of a hole, such as KS-014.' })
    .regex(/^[A-Z]{2,4}-\d{2,4}$/, 'Expected the name of a hole, such as KS-014.')

export const district = strictObject({
  id: slug(),
  name: text(3, 60),
  region: text(3, 60),
  country: strictObject({
    code: z
      .string({ error: 'Expected a country code of two letters, such as ZA.' })
      .regex(/^[A-Z]{2}$/, 'Expected a country code of two capital letters, such as ZA.'),
    name: text(3, 60),
  }),
  latitude: amount('degrees north, negative in the south').min(-90).max(90),
  longitude: amount('degrees east, negative in the west').min(-180).max(180),
})

export const license = strictObject({
  kind: text(5, 80),
  area_km2: decimalText('the area in square kilometers'),
  granted: calendarDate(),
  expires: calendarDate(),
  status: text(3, 120),
})

/** A plan view of the district. Positions are meters east and north of a local origin. */
export const plan = strictObject({
  datum: text(10, 120),
  grid: z.int({ error: 'Expected the spacing of the grid in whole meters.' }).positive(),
  outline: listOf(place('a corner of the license'), 3, 40, 'corners of the license, in order'),
  deposit: listOf(place('a point of the outline of the deposit'), 3, 60, 'points around the deposit'),
  features: listOf(
    strictObject({
      name: text(3, 60),
      kind: oneOf(['river', 'coast', 'road', 'fault', 'dyke', 'contact', 'outcrop']),
      line: listOf(place('a point of the line'), 2, 40, 'points of the line'),
    }),
    0,
    10,
    'features',
  ),
  section_line: strictObject({
    from: place('the start of the section'),
    to: place('the end of the section'),
  }),
  collars: listOf(
    strictObject({
      id: holeId(),
      at: place('the collar'),
      type: oneOf(drillTypes),
      depth: meters('the length of the hole').positive(),
    }),
    4,
    80,
    'drill collars',
  ),
})

const lithology = strictObject({
  code: slug(),
  name: text(3, 80),
  mineralized: z.boolean({ error: 'Expected true or false: whether this rock carries the mineralization.' }),
})

const hole = strictObject({
  id: holeId(),
  collar: strictObject({
    along: meters('along the section, from its start'),
    elevation: meters('above sea level'),
  }),
  dip: amount('degrees from the horizontal, negative downwards, such as -60').min(-90).max(-30),
  towards: oneOf(['end', 'start']).optional(),
  length: meters('along the hole').positive(),
  lithology: listOf(
    strictObject({
      from: meters('along the hole'),
      to: meters('along the hole'),
      rock: slug(),
    }),
    1,
    40,
    'intervals of rock, without gaps from 0 to the end of the hole',
  ),
  assays: listOf(
    strictObject({
      from: meters('along the hole'),
      to: meters('along the hole'),
      grade: amount('the grade in the unit of the statement').min(0),
    }),
    0,
    60,
    'assayed intervals',
  ),
})

/** A vertical section. Positions are meters along it and meters above sea level. */
export const section = strictObject({
  title: text(5, 80),
  summary: text(40, 500),
  vertical_exaggeration: amount('how much heights are stretched, 1 for not at all').min(1).max(20),
  surface: listOf(place('a point of the surface'), 2, 40, 'points of the surface, from start to end'),
  lithologies: listOf(lithology, 2, 12, 'rocks of the legend'),
  // Painted in this order: a later body covers an earlier one.
  bodies: listOf(
    strictObject({
      rock: slug(),
      outline: listOf(place('a corner of the body'), 3, 60, 'corners of the body'),
    }),
    1,
    20,
    'bodies of rock',
  ),
  holes: listOf(hole, 3, 12, 'drill holes'),
})
