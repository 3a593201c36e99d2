/**
 * Compares names as documents of different countries spell them: word order, accents, scripts,
 * transliterations, titles, legal forms and a mistyped letter do not hide a person.
 */
import { distance } from 'fastest-levenshtein'
import { ANY_LETTER, readMixedWords, readShapes } from '#common/look-alikes'
import { BIRTH_DATE_MISMATCH_PENALTY } from '#contract/compliance/admin-screening'
import { normalizeAbdul, PARTICLES, stripTitlesAndLegalForms, withoutParticle } from './name-words.ts'
import { romanize, type Word } from './romanize.ts'

/** Spellings of the same sound, applied in this order. */
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
 * What most transliterations of a part have in common: its consonants, with similar ones merged. `Mohammed`,
 * `Muhamad` and `Mohamed` share one skeleton.
 */
export function toConsonantSkeleton(part: string): string {
  const spelled = sounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), part)
  return spelled
    .replace(/(.)\1+/g, '$1')
    .replace(/(?!^)[aeiouyh]/g, '')
    .replace(/^[aeiouy]/, 'a')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=.)f$/, 'v')
}

/** Skeletons of one letter are not distinctive. */
const SKELETON_MIN = 2

/** Merges consonants that scripts without vowels do not distinguish. */
export const coarsen = (skeleton: string): string =>
  skeleton
    .replace(/[pfv]/g, 'b')
    .replace(/[gq]/g, 'k')
    .replace(/c/g, 's')
    .replace(/(.)\1+/g, '$1')

/** One spelling of a part. */
export interface Form {
  text: string
  /** Empty if it is not distinctive. */
  skeleton: string
  /** The skeletons to compare with a word from a script without vowels; two if a consonant may be a vowel. */
  coarse: readonly string[]
  hasDigit: boolean
  /** Whether it contains a letter that matches any other. */
  isOpen: boolean
}

/** A word of a name. */
export interface Part {
  /** As written, then with or without a particle that is joined to it. */
  forms: readonly [Form, ...Form[]]
  isVowelless: boolean
}

function formOf(text: string, isVowelless: boolean): Form {
  const isOpen = text.includes(ANY_LETTER)
  const skeleton = isOpen ? '' : toConsonantSkeleton(text)
  const skeletons = isVowelless ? [skeleton, toConsonantSkeleton(text.replace(/(?!^)w/g, ''))] : [skeleton]
  return {
    text,
    skeleton: skeleton.length < SKELETON_MIN ? '' : skeleton,
    coarse: [...new Set(skeletons.map(coarsen))].filter(({ length }) => length >= SKELETON_MIN),
    hasDigit: /\d/.test(text),
    isOpen,
  }
}

/** A cache of parts: most words occur many times in a watchlist. */
export type KnownParts = Map<string, Part>

function partOf(text: string, other: string, isVowelless: boolean, known?: KnownParts): Part {
  const key = `${text}${isVowelless ? '|' : '/'}${other}`
  const found = known?.get(key)
  if (found) return found
  const form = formOf(text, isVowelless)
  const part: Part = { forms: other ? [form, formOf(other, isVowelless)] : [form], isVowelless }
  known?.set(key, part)
  return part
}

const ASCII = /^\p{ASCII}*$/u

/** Removes invisible characters and joins single letters: `V i k t o r`. */
const clean = (name: string): string =>
  (ASCII.test(name)
    ? name
    : name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  ).replace(
    /(?<![\p{L}\p{M}\p{N}])(?:[\p{L}\p{N}]\p{M}*[^\p{L}\p{M}\p{N}]+){3,}[\p{L}\p{N}]\p{M}*(?![\p{L}\p{M}\p{N}])/gu,
    (letters) => letters.replace(/[^\p{L}\p{M}\p{N}]+/gu, '').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '),
  )

/** The distinctive words, each with the particles before it. */
function toParts(words: readonly Word[], known?: KnownParts): Part[] {
  const parts: Part[] = []
  let particles = ''
  for (const { text: written, isVowelless } of words) {
    if (PARTICLES.has(written)) {
      particles += written
      continue
    }
    const text = normalizeAbdul(written)
    parts.push(partOf(text, particles ? particles + text : withoutParticle(text), isVowelless, known))
    particles = ''
  }
  return parts.length > 0 ? parts : words.map(({ text, isVowelless }) => partOf(text, '', isVowelless, known))
}

/** The parts of a name in lower-case Latin letters, without accents, titles, legal forms and particles. */
export const splitName = (name: string, known?: KnownParts): Part[] =>
  toParts(stripTitlesAndLegalForms(romanize(readMixedWords(clean(name))), { isThorough: false }), known)

/** Separates names that are written together, each with its capital: `AnaMaria`. */
const splitAtCapitals = (name: string): string => name.replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')

/** Parts compared at a time, and how many of them overlap with the next group. */
const PARTS_MOST = 12
const PARTS_AGAIN = 4

/** All spellings of a part, as one text. */
const writtenAs = ({ forms }: Part): string => forms.map(({ text }) => text).join('/')

const unique = (parts: readonly Part[]): Part[] => [
  ...new Map(parts.map((part) => [writtenAs(part), part])).values(),
]

/**
 * Whether a word may be a whole name written together, because the others only repeat it or a part of it: `Emileder` of
 * `Emileder Eder`.
 */
const isWholeName = (part: Part, all: readonly Part[]): boolean =>
  all.length > 1 &&
  shortest(part).length >= WHOLE_MIN &&
  all.every(
    (other) => other === part || shortest(other).length === 1 || longest(part).includes(shortest(other)),
  )

/**
 * All readings of a name typed by someone who may want to disguise it: by sound and by shape, with and
 * without possible titles. A name with many words is split into groups, so that it cannot block the
 * comparison.
 */
export function readingsOf(name: string): Part[][] {
  const text = clean(name)
  const readings = new Map<string, Part[]>()
  const texts = new Set([readMixedWords(text), readShapes(text), text, splitAtCapitals(text)])
  const all = [...texts].flatMap((read) => {
    const words = romanize(read)
    return [false, true].map((isThorough) => toParts(stripTitlesAndLegalForms(words, { isThorough })))
  })
  for (const some of all) {
    // A repeated word adds no information.
    const parts = some.length > PARTS_MOST ? unique(some) : some
    for (const part of parts) if (isWholeName(part, parts)) readings.set(writtenAs(part), [part])
    for (let at = 0; at === 0 || at + PARTS_AGAIN < parts.length; at += PARTS_MOST - PARTS_AGAIN) {
      const next = parts.slice(at, at + PARTS_MOST)
      readings.set(next.map(writtenAs).join(' '), next)
    }
  }
  return [...readings.values()]
}

/** The lowest similarity of two parts with the same skeleton, such as transliterations. */
const SAME_SOUND = 0.93

/** The edit distance of two words of which at least one has letters that match any other. */
function openDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, fit] of [...other].entries()) {
      const isSame = letter === fit || letter === ANY_LETTER || fit === ANY_LETTER
      next.push(Math.min((row[to] ?? 0) + (isSame ? 0 : 1), (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Whether at least half of the letters in a word are known. */
const isLegible = (word: string): boolean => word.replaceAll(ANY_LETTER, '').length * 2 >= word.length

/** Similarity from 0 to 1. */
function compareForms(one: Form, other: Form): number {
  if (one.text === other.text) return 1
  // Numbers are not spellings: 865 and 855 differ.
  if (one.hasDigit || other.hasDigit) return 0
  const { length } = one.text
  const otherLength = other.text.length
  // An initial stands for a name.
  if (length === 1 || otherLength === 1) return one.text[0] === other.text[0] ? 0.8 : 0
  const longest = Math.max(length, otherLength)
  if (one.isOpen || other.isOpen) {
    if (!isLegible(one.text) || !isLegible(other.text)) return 0
    return 1 - openDistance(one.text, other.text) / longest
  }
  const spelling = 1 - distance(one.text, other.text) / longest
  return one.skeleton !== '' && one.skeleton === other.skeleton ? Math.max(spelling, SAME_SOUND) : spelling
}

/** Compares two parts by consonants if one of them is written without vowels. */
const compareCoarse = (one: Form, other: Form): number =>
  one.coarse.some((skeleton) => other.coarse.includes(skeleton)) ? SAME_SOUND : 0

/** Similarity of two parts that differ only in a particle. */
const OTHER_FORM = 0.98
/** Names that are shorter than this without their particle must match exactly. */
const FORM_MIN = 5

/** Similarity from 0 to 1 of the two most similar forms. */
function compareParts(one: Part, other: Part): number {
  const isCoarse = one.isVowelless !== other.isVowelless
  const compare = (form: Form, fit: Form) =>
    Math.max(compareForms(form, fit), isCoarse ? compareCoarse(form, fit) : 0)
  let best = compare(one.forms[0], other.forms[0])
  if (best === 1 || one.forms.length + other.forms.length === 2) return best
  for (const form of one.forms) {
    for (const fit of other.forms) {
      if (form === one.forms[0] && fit === other.forms[0]) continue
      const isShort = !isCoarse && Math.min(form.text.length, fit.text.length) < FORM_MIN
      const score = isShort ? Number(form.text === fit.text) : compare(form, fit)
      best = Math.max(best, score * OTHER_FORM)
    }
  }
  return best
}

/**
 * Deduction for each part that only one of the two names has, such as a middle name, and the most that is
 * deducted in total: otherwise a person listed with two names would not be found under four.
 */
const MISSING_PART = 0.02
const MISSING_PARTS_MOST = 0.04
/** Deduction if the names differ in a middle part, such as a middle name or an inserted word. */
const OTHER_PART = 0.06
/** Parts with a lower similarity than this are different. */
const OTHER_PART_MOST = 0.6
/** A single part, such as a family name, is not enough to identify a person. */
const SINGLE_PART = 0.6

/** Joined names are compared only from this length, and only a similarity of at least this value counts. */
const JOINED_MIN = 8
/** Joined names that are identical count from this length. */
const WHOLE_MIN = 5
const JOINED_LIKENESS = 0.9
/** Highest similarity of joined names, since their spelling is never identical. */
const JOINED_MOST = 0.98

const shortest = ({ forms }: Part): string => forms[0].text
const longest = ({ forms: [form, other] }: Part): string =>
  other && other.text.length > form.text.length ? other.text : form.text

/** A name as one word: with particles, without them, and without them in reverse order. */
export function joinParts(parts: readonly Part[]): readonly string[] {
  const plain = parts.map(shortest)
  const words = [parts.map(longest).join(''), plain.join(''), plain.reverse().join('')]
  return words.filter((word, at) => words.indexOf(word) === at)
}

/** The fewest and most letters of a name. */
const countLetters = (parts: readonly Part[]) => ({
  least: parts.reduce((sum, part) => sum + shortest(part).length, 0),
  most: parts.reduce((sum, part) => sum + longest(part).length, 0),
})

/**
 * Similarity from 0 to 1 of two names that are split differently, such as `Abdelkarim` and `Abd el-Karim`.
 */
function compareJoined(one: readonly Part[], other: readonly Part[]): number {
  const [letters, others] = [countLetters(one), countLetters(other)]
  const most = Math.max(letters.most, others.most)
  if (most < WHOLE_MIN) return 0
  if (letters.least > others.most / JOINED_LIKENESS || others.least > letters.most / JOINED_LIKENESS) return 0
  const hasNumber = [...one, ...other].some(({ forms }) => forms[0].hasDigit)
  if (hasNumber) return 0
  const isOpen = [...one, ...other].some(({ forms }) => forms[0].isOpen)
  const count = isOpen ? openDistance : distance
  let best = 0
  for (const word of joinParts(one)) {
    for (const fit of joinParts(other)) {
      const long = Math.max(word.length, fit.length)
      if (long < JOINED_MIN && word !== fit) continue
      if (Math.abs(word.length - fit.length) > long * (1 - JOINED_LIKENESS)) continue
      best = Math.max(best, 1 - count(word, fit) / long)
    }
  }
  return best < JOINED_LIKENESS ? 0 : Math.min(JOINED_MOST, best)
}

/** Similarity of two names from 0 to 1: by part or as one word, whichever is higher. */
function compareNames(one: readonly Part[], other: readonly Part[]): number {
  const byPart = compareByPart(one, other)
  if (byPart === 1) return 1
  return Math.max(byPart, compareMerged(one, other), compareMerged(other, one), compareJoined(one, other))
}

/** Words of at least this many letters may be two words of the other name. */
const MERGED_MIN = 7

/** Two neighboring words as one; undefined if they are too short or of different scripts. */
function mergeWithNext(parts: readonly Part[], at: number): Part | undefined {
  const [part, next] = [parts[at], parts[at + 1]]
  if (!part || !next || part.isVowelless !== next.isVowelless) return undefined
  const text = shortest(part) + shortest(next)
  return text.length < MERGED_MIN && !part.isVowelless ? undefined : partOf(text, '', part.isVowelless)
}

/** The words of a name that two neighboring ones may be: `Quartz-man` as one. */
export const mergeNeighbors = (parts: readonly Part[]): Part[] =>
  parts.flatMap((_, at) => mergeWithNext(parts, at) ?? [])

/**
 * Compares by part if two words of one name are a single word in the other: `Abdul Rahman Yasin` and
 * `Abdulrahman X Yasin`.
 */
function compareMerged(split: readonly Part[], other: readonly Part[]): number {
  if (split.length < 3) return 0
  for (const at of split.keys()) {
    const merged = mergeWithNext(split, at)
    if (!merged) continue
    const { text } = merged.forms[0]
    for (const { forms, isVowelless } of other) {
      const isCoarse = isVowelless !== merged.isVowelless
      const { text: whole } = forms[0]
      if (!isCoarse && (whole[0] !== text[0] || Math.abs(whole.length - text.length) > 2)) continue
      if (compareParts(merged, { forms, isVowelless }) < JOINED_LIKENESS) continue
      return Math.min(
        JOINED_MOST,
        compareByPart([...split.slice(0, at), merged, ...split.slice(at + 2)], other),
      )
    }
  }
  return 0
}

interface Pair {
  at: number
  to: number
  weight: number
  score: number
}

/** Pairs each part of the shorter name with the best match in the longer one, in any order. */
function pairParts(short: readonly Part[], long: readonly Part[]): Pair[] {
  const all: Pair[] = []
  for (const [at, part] of short.entries()) {
    for (const [to, fit] of long.entries()) {
      const weight = Math.max(shortest(part).length, shortest(fit).length)
      all.push({ at, to, weight, score: compareParts(part, fit) })
    }
  }
  all.sort((a, b) => b.score - a.score)
  const pairs: Pair[] = []
  const [takenAt, takenTo] = [new Uint8Array(short.length), new Uint8Array(long.length)]
  for (const pair of all) {
    if (takenAt[pair.at] || takenTo[pair.to]) continue
    takenAt[pair.at] = 1
    takenTo[pair.to] = 1
    pairs.push(pair)
  }
  return pairs
}

/** Similarity by part, in any order. */
function compareByPart(one: readonly Part[], other: readonly Part[]): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0) return 0
  const pairs = pairParts(short, long)
  const sum = pairs.reduce((all, { score, weight }) => all + score * weight, 0)
  const weight = pairs.reduce((all, pair) => all + pair.weight, 0)
  const missing = Math.min(MISSING_PARTS_MOST, (long.length - short.length) * MISSING_PART)
  const isPartial = short.length === 1 && long.length > 1
  const all = (sum / weight) * (isPartial ? SINGLE_PART : 1)
  const last = pairs.at(-1)
  // A different first or family name means a different person.
  const isMiddle =
    last &&
    pairs.length > 2 &&
    last.score < OTHER_PART_MOST &&
    !(last.at === 0 && last.to === 0) &&
    !(last.at === short.length - 1 && last.to === long.length - 1)
  const rest = isMiddle ? (sum - last.score * last.weight) / (weight - last.weight) - OTHER_PART : 0
  return Math.max(0, Math.max(all, rest) - missing)
}

/** The same date of birth makes a weak match more likely. */
const SAME_BIRTH = 0.05

/**
 * Whether two dates differ only as records of the same person may: day and month swapped, or one year off.
 */
function isNearBirth(one: string, other: string, length: number): boolean {
  const [year = '', month, day] = one.split('-')
  const [otherYear = '', otherMonth, otherDay] = other.split('-')
  if (year === otherYear) return length === 10 && month === otherDay && day === otherMonth && month !== day
  return Math.abs(Number(year) - Number(otherYear)) === 1 && one.slice(4, length) === other.slice(4, length)
}

/**
 * How the dates of birth change the score of two names. A watchlist may have only the year or the month;
 * parts that are missing on either side are ignored.
 */
function compareBirths(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  if (length === 0 || isNearBirth(one, other, length)) return 0
  return one.slice(0, length) === other.slice(0, length) ? SAME_BIRTH : -BIRTH_DATE_MISMATCH_PENALTY / 100
}

export interface Person {
  parts: readonly Part[]
  birthDate: string
  /** Whether the date of birth has not been checked: it can then raise the score, but not lower it. */
  isUnchecked?: boolean
}

/** Only names whose parts are all identical score 100%, even with the same date of birth. */
const OTHER_NAME_MOST = 99

/** How likely two people are the same, in percent. */
export function calculateMatchScore(one: Person, other: Person): number {
  const names = compareNames(one.parts, other.parts)
  const births = compareBirths(one.birthDate, other.birthDate)
  const isTyped = one.isUnchecked || other.isUnchecked
  const score = names + (isTyped ? Math.max(0, births) : births)
  const most = names === 1 ? 100 : OTHER_NAME_MOST
  return Math.min(most, Math.round(100 * Math.max(0, score)))
}
