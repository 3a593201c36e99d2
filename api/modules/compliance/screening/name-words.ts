/** Words in names that do not distinguish one person or entity from another. */
import type { Word } from './romanize.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Parts of names that do not identify a person. */
export const PARTICLES = setOf(
  'al el ul bin ibn bn abn bint bnt de da di dos del della den der las los ten van von of the and und et',
)

/** Particles that may be joined to the name that follows, longest first. */
const JOINED =
  /^(?:abdul|vander|vanden|dela|della|abou|abu|abw|bin|ibn|ben|van|von|del|mac|al|el|de|la|le|mc)/
/** Letters that must remain after a joined particle is removed. */
const REST_MIN = 3

/** A word without its joined particle; empty if it has none. */
export function withoutParticle(word: string): string {
  const rest = word.replace(JOINED, '')
  return rest !== word && rest.length >= REST_MIN ? rest : ''
}

/** Spells `Abd`, `Abdel` and `Abdur` as `Abdul`. */
export const normalizeAbdul = (word: string): string =>
  word === 'abd' ? 'abdul' : word.replace(/^abd(?:[aeiou]{1,2}[lr]|[au]s)(?=.{3}|$)/, 'abdul')

/** Titles that are removed anywhere in a name. */
const TITLES = setOf('mr mrs ms dr prof sir haji sheikh')
/** Titles before a name that can also be family names. */
const LEADING = setOf(
  'miss mx dame madam madame professor doctor count countess prince princess baron baroness duke duchess lord lady viscount emperor king queen sultan emir amir shaikh shaykh hajji hajj imam mullah mulla maulana maulvi ayatollah sayyid general gen colonel col major maj captain capt lieutenant lt sergeant sgt admiral adm commander hon honorable honourable rev reverend father fr brother sister herr frau monsieur mme mlle senor senora signor signora don dona dipl ing med jur',
)
/** Generations, degrees and orders after a name. */
const TRAILING = setOf(
  'jr jnr junior sr snr senior ii iii iv vi vii viii phd dphil md do dds dvm jd llb llm llm mba msc bsc ma ba bs ms meng beng esq esquire cpa cfa cfp obe mbe cbe kbe qc kc rn pe',
)

/** Legal forms of several words, in Latin letters. */
const LEGAL_PHRASES = [
  'limited liability company',
  'limited liability partnership',
  'limited liability co',
  'public joint stock company',
  'open joint stock company',
  'closed joint stock company',
  'joint stock company',
  'public limited company',
  'private limited',
  'limited partnership',
  'obshchestvo s ogranichennoy otvetstvennostyu',
  'publichnoe aktsionernoe obshchestvo',
  'otkrytoe aktsionernoe obshchestvo',
  'zakrytoe aktsionernoe obshchestvo',
  'aktsionernoe obshchestvo',
  'aktiengesellschaft',
  'societe anonyme',
  'sociedad anonima',
  'sociedad limitada',
  'besloten vennootschap',
].map((phrase) => phrase.split(' '))
/** The first and last words of these phrases. */
const PHRASE_ENDS = new Set(LEGAL_PHRASES.flatMap((phrase) => [phrase[0], phrase.at(-1)]))
const LEGAL_FORMS = setOf(
  'ltd limited llc gmbh mbh pjsc ojsc cjsc jsc ooo pao oao zao llp plc inc incorporated corp corporation company ltda sarl srl pvt pty pte sdn bhd oyj aktiebolag ohg tov ttoo',
)
/** Legal forms that can also be personal names. */
const SHORT_FORMS = setOf('ag sa co as ab ao oy nv bv kg kk lp se spa sl sas too fze fze fzco')

/** The number of words at the start or end of a name that form its legal form. */
function countLegal(words: readonly string[], side: 'start' | 'end'): number {
  const word = (side === 'start' ? words[0] : words.at(-1)) ?? ''
  const at = (length: number) => (side === 'start' ? words.slice(0, length) : words.slice(-length)).join(' ')
  const phrase = PHRASE_ENDS.has(word)
    ? LEGAL_PHRASES.find((one) => words.length > one.length && at(one.length) === one.join(' '))
    : undefined
  if (phrase) return phrase.length
  return words.length > 1 && LEGAL_FORMS.has(word) ? 1 : 0
}

/**
 * The number of words at the end of a name that may be a degree: `PhD`, or `Ph.D.` as two. At least two words
 * remain.
 */
function countTrailing(words: readonly string[]): number {
  const [before = '', last = ''] = words.slice(-2)
  if (words.length > 3 && before.length <= 2 && last.length <= 2 && TRAILING.has(before + last)) return 2
  return words.length > 2 && (TRAILING.has(last) || SHORT_FORMS.has(last)) ? 1 : 0
}

const countLeading = (words: readonly string[]): number =>
  words.length > 2 && (LEADING.has(words[0] ?? '') || SHORT_FORMS.has(words[0] ?? '')) ? 1 : 0

/**
 * Removes titles and legal forms from the ends of a name. With `isThorough`, also removes those that can be
 * personal names, such as `Prince`; only one of two readings of a name omits these.
 */
export function stripTitlesAndLegalForms(
  all: readonly Word[],
  { isThorough }: { isThorough: boolean },
): readonly Word[] {
  let words = all.filter(({ text }) => !TITLES.has(text))
  for (;;) {
    const texts = words.map(({ text }) => text)
    const leading = countLegal(texts, 'start') || (isThorough ? countLeading(texts) : 0)
    const trailing = leading > 0 ? 0 : countLegal(texts, 'end') || (isThorough ? countTrailing(texts) : 0)
    if (leading + trailing === 0) return words
    words = words.slice(leading, words.length - trailing)
  }
}
