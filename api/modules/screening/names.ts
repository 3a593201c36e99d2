/**
 * Compares names as they are spelled in documents of different countries: the order of the parts, accents, scripts,
 * transliterations and a mistyped letter do not hide a person.
 */
import anyAscii from 'any-ascii'
import { distance } from 'fastest-levenshtein'
import { OTHER_BIRTH } from '#contract/admin-screening'

/** Parts of names that say nothing about the person. */
const PARTICLES = new Set([
  'al',
  'el',
  'ul',
  'bin',
  'ibn',
  'bint',
  'de',
  'da',
  'di',
  'del',
  'van',
  'von',
  'der',
])
const TITLES = new Set(['mr', 'mrs', 'ms', 'dr', 'prof', 'sir', 'haji', 'sheikh'])

/** Cyrillic and Greek letters that look like Latin ones, and those Latin letters in the same order. */
const LOOK_ALIKE = 'АВСЕНІЈКМОРЅТУХԚԜавсеһіјкморѕтухԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ'
const LATIN_SHAPE = 'ABCEHIJKMOPSTYXQWabcehijkmopstyxqwABEZHIKMNOPTYXaiKvoptux'.toLowerCase()
const shapes = new Map(Array.from(LOOK_ALIKE, (letter, at) => [letter, LATIN_SHAPE[at] ?? letter]))

/**
 * Replaces look-alike letters in words that mix alphabets: a Cyrillic `р` in a Latin word stands for `p`, not for its
 * sound, `r`.
 */
const readShapes = (name: string): string =>
  name.replace(/[\p{L}\p{M}]+/gu, (word) =>
    /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
      ? Array.from(word, (letter) => shapes.get(letter) ?? letter).join('')
      : word,
  )

/** The parts of a name in Latin letters, lower case, without accents, titles and particles. */
export function partsOf(name: string): string[] {
  const parts = anyAscii(readShapes(name))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '' && !TITLES.has(part))
  const telling = parts.filter((part) => !PARTICLES.has(part))
  return telling.length > 0 ? telling : parts
}

/** Spellings of one sound, in this order. */
const sounds: [RegExp, string][] = [
  [/tch|tsch|tsh/g, 'c'],
  [/sch|sh|ch|zh/g, 'c'],
  [/x/g, 'ks'],
  [/ph/g, 'f'],
  [/kh|gh|qu|q|ck|k(?=h)/g, 'k'],
  [/dh|th/g, 'd'],
  [/dj|dz/g, 'j'],
  [/w/g, 'v'],
  [/z/g, 's'],
  [/[gj](?=[eiy])/g, 'j'],
]

/**
 * What is left of a part in most transliterations: consonants, alike ones as one. `Mohammed`, `Muhamad` and `Mohamed`
 * have one skeleton.
 */
export function skeletonOf(part: string): string {
  const spelled = sounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), part)
  return spelled
    .replace(/(.)\1+/g, '$1')
    .replace(/(?!^)[aeiouyh]/g, '')
    .replace(/^[aeiouy]/, 'a')
    .replace(/(.)\1+/g, '$1')
}

/** How alike two parts with one skeleton are at least: a transliteration. */
const SAME_SOUND = 0.93
/** Skeletons of one letter say nothing. */
const SKELETON_MIN = 2

/** From 0 to 1. */
function compareParts(one: string, other: string): number {
  if (one === other) return 1
  // Numbers are no spellings: 865 and 855 are two.
  if (/\d/.test(one) || /\d/.test(other)) return 0
  const longest = Math.max(one.length, other.length)
  // An initial stands for a name.
  if (Math.min(one.length, other.length) === 1) return one[0] === other[0] ? 0.8 : 0
  const spelling = 1 - distance(one, other) / longest
  const skeleton = skeletonOf(one)
  const isOneSound = skeleton.length >= SKELETON_MIN && skeleton === skeletonOf(other)
  return isOneSound ? Math.max(spelling, SAME_SOUND) : spelling
}

/**
 * Deduction for each part that only one of the two names has, such as a middle name, and the most that all of them
 * deduct: otherwise a person listed with two names would not be found under four.
 */
const MISSING_PART = 0.02
const MISSING_PARTS_MOST = 0.04
/** One part alone, such as a family name, is no name of a person. */
const SINGLE_PART = 0.6

/** Joined names are compared only from this length on, and only a similarity of at least this much counts. */
const JOINED_MIN = 8
const JOINED_LIKENESS = 0.9
/** Highest similarity of joined names: they are never spelled the same. */
const JOINED_MOST = 0.98

/** A name as one word, with its parts in order and in reverse order. */
export const joinParts = (parts: readonly string[]): readonly string[] =>
  parts.length > 1 ? [parts.join(''), parts.toReversed().join('')] : parts

/** Similarity of two names that are split differently, such as `Abdelkarim` and `Abd el-Karim`, from 0 to 1. */
function compareJoined(one: readonly string[], other: readonly string[]): number {
  const hasNumber = [...one, ...other].some((part) => /\d/.test(part))
  if (hasNumber) return 0
  const scores = joinParts(one).flatMap((word) =>
    joinParts(other).map((fit) => {
      const longest = Math.max(word.length, fit.length)
      return longest < JOINED_MIN ? 0 : 1 - distance(word, fit) / longest
    }),
  )
  const best = Math.max(0, ...scores)
  return best < JOINED_LIKENESS ? 0 : Math.min(JOINED_MOST, best)
}

/** Similarity of two names, from 0 to 1: part by part or as one word, whichever is higher. */
const compareNames = (one: readonly string[], other: readonly string[]): number =>
  Math.max(compareByPart(one, other), compareJoined(one, other))

/** Each part with the one that fits best, whatever the order. */
function compareByPart(one: readonly string[], other: readonly string[]): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0) return 0
  const pairs = short
    .flatMap((part, at) =>
      long.map((fit, to) => ({
        at,
        to,
        weight: Math.max(part.length, fit.length),
        score: compareParts(part, fit),
      })),
    )
    .sort((a, b) => b.score - a.score)
  const taken = { at: new Set<number>(), to: new Set<number>() }
  let sum = 0
  let weight = 0
  for (const pair of pairs) {
    if (taken.at.has(pair.at) || taken.to.has(pair.to)) continue
    taken.at.add(pair.at)
    taken.to.add(pair.to)
    sum += pair.score * pair.weight
    weight += pair.weight
  }
  const missing = Math.min(MISSING_PARTS_MOST, (long.length - short.length) * MISSING_PART)
  const isPartial = short.length === 1 && long.length > 1
  return Math.max(0, (sum / weight) * (isPartial ? SINGLE_PART : 1) - missing)
}

/** The same date makes a poor spelling more likely. */
const SAME_BIRTH = 0.05

/** Whether two dates differ as records of one person do: day and month in each other's place, or one year off. */
function isNearBirth(one: string, other: string, length: number): boolean {
  const [year = '', month, day] = one.split('-')
  const [otherYear = '', otherMonth, otherDay] = other.split('-')
  if (year === otherYear) return length === 10 && month === otherDay && day === otherMonth && month !== day
  return Math.abs(Number(year) - Number(otherYear)) === 1 && one.slice(4, length) === other.slice(4, length)
}

/**
 * How the birth dates change the score of two names. A list may know only the year or the month; what is not known on
 * either side says nothing.
 */
function compareBirths(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  if (length === 0 || isNearBirth(one, other, length)) return 0
  return one.slice(0, length) === other.slice(0, length) ? SAME_BIRTH : -OTHER_BIRTH / 100
}

export interface Person {
  parts: readonly string[]
  birthDate: string
  /** Whether nobody has checked the birth date: it may then add to the score, and takes nothing off. */
  isUnchecked?: boolean
}

/** Only names whose parts are all the same have 100 %, whatever the birth dates add. */
const OTHER_NAME_MOST = 99

/** How likely two are one person, in percent. */
export function scorePeople(one: Person, other: Person): number {
  const names = compareNames(one.parts, other.parts)
  const births = compareBirths(one.birthDate, other.birthDate)
  const isTyped = one.isUnchecked || other.isUnchecked
  const score = names + (isTyped ? Math.max(0, births) : births)
  const most = names === 1 ? 100 : OTHER_NAME_MOST
  return Math.min(most, Math.round(100 * Math.max(0, score)))
}
