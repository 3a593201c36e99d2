/** Transliterates names of all scripts into Latin letters, by sound. */
import anyAscii from 'any-ascii'

/** Letters of scripts without vowels, by sound; those that can also be vowels are written as vowels. */
const ARABIC =
  'ا a أ a إ a آ a ٱ a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh ف f ق q ك k ل l م m ن n ه h ة h و w ؤ w ي y ى y ئ y پ p چ ch ژ zh گ g ک k ی y ڤ v ھ h ہ h ۀ h ٹ t ڈ d ڑ r ں n ے y'
const HEBREW =
  'א a ב b ג g ד d ה h ו w ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a פ f ף f צ ts ץ ts ק k ר r ש sh ת t'
const table = `${ARABIC} ${HEBREW}`.split(' ')
const sounds = new Map(table.flatMap((letter, at) => (at % 2 === 0 ? [[letter, table[at + 1] ?? '']] : [])))

const VOWELLESS = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** Vowel and doubling marks, the line that lengthens a word, and the hamza alone. */
const MARKS = /[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u0621]/g

/** A word in lower-case Latin letters. */
export interface Word {
  text: string
  /** Whether its script omits vowels. */
  isVowelless: boolean
}

/** Greek letter pairs that form one sound. */
const GREEK: [RegExp, string][] = [
  [/ο[υύ]/g, 'u'],
  [/(?<!\p{L})μπ/gu, 'b'],
  [/(?<!\p{L})ντ/gu, 'd'],
  [/γκ/g, 'g'],
]

/** A text in Latin letters. Words in scripts without spaces, such as Chinese, are separated. */
function romanizeText(text: string): string {
  const greek = GREEK.reduce((all, [letters, sound]) => all.replace(letters, sound), text)
  return greek.replace(/[\p{Script=Han}\p{Script=Hangul}]+|[^\p{Script=Han}\p{Script=Hangul}]+/gu, (part) => {
    const latin = anyAscii(part)
    if (/\p{Script=Hangul}/u.test(part)) return latin.replace(/([A-Z])/g, ' $1').replace(/\bG(?=[iy])/g, 'K')
    return /\p{Script=Han}/u.test(part) ? latin.replace(/([A-Z])/g, ' $1') : latin
  })
}

const ASCII = /^\p{ASCII}*$/u

const toWords = (latin: string, isVowelless: boolean): Word[] =>
  latin
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^a-z0-9*]+/)
    .filter((word) => /[a-z0-9]/.test(word))
    .map((text) => ({ text, isVowelless }))

/** The words of a text in lower-case Latin letters, without accents. Unknown letters remain `*`. */
export function romanize(text: string): Word[] {
  if (ASCII.test(text)) return toWords(text, false)
  const plain = text.replace(MARKS, '')
  return plain.split(/([\p{Script=Arabic}\p{Script=Hebrew}]+)/u).flatMap((part) => {
    const isVowelless = VOWELLESS.test(part)
    const latin = isVowelless
      ? Array.from(part, (letter) => sounds.get(letter) ?? anyAscii(letter)).join('')
      : romanizeText(part)
    return toWords(latin, isVowelless)
  })
}
