/** Letters that look like Latin ones, and words that contain them: `Kuznetsоv` with a Cyrillic `о`. */

/**
 * Letters of other scripts, grouped by the Latin letter they resemble: the confusable characters of Unicode
 * Technical Standard 39, plus other letters that are used the same way.
 */
const LOOK_ALIKES = {
  a: 'ᗩΑαАаᎪᗅᗋꓥꓮ𐊠𖽀',
  b: 'ΒβБВЬвѢѣҌҍᏏᏴᑲᑳᒈᖯᗷꓐ𐊂𐊡𐌁',
  c: 'СсҪҫᏟᏣᑕⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲',
  d: 'ԁᎠᏧᑯᒇᗞᗪꓒꓓ',
  e: 'ΕεЕеҽҿᎬᕮᗴᘿⴹꓰ𐊆𑢦𑢮',
  f: 'Ϝքᖴꓝ𐊇𐊥𐔥𑢢𑣂',
  g: 'ԌցᏀᏳꓖ',
  h: 'ΗНнћҢһӇӉհᎻᏂᏲᕼⲎィꓧꚕ𐋏',
  i: 'ΙιІіӏᎥᛁⲒꓲꙇꭵ𐌉𐌠𑣃',
  j: 'ͿϳЈјᎫᒍᒎꓙ',
  k: 'ΚκКкҚҞᏦᛕⲔⲕꓗ𐔘',
  l: 'Ӏլ\u05d5\u05df\u05f1\u0625\u0627\u0661\u0673\u06f1\u07caᏞᒪⳐⵏꓡ𐊊𐐛𐔦𑢣𑢲𖼖𖼨\u{1e8c7}',
  m: 'ΜϺМмӍᎷᗰᛖⲘⲙꓟ𐊰𐌑𑜀𑣣',
  n: 'ΝηՈղոռᏁᑎⲚꓠ𐔓',
  o: 'ΘΟθοσОоѲѳӨөՕօ\u05e1\u0647\u0665\u06be\u06c1\u06d5\u06f5\u06ff\u07c0०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᎤᎾᏫⲞⲟⴱⵁⵔ〇ꓳꭴꮎꮻ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠',
  p: 'ΡρРрᏢᑭᒆⲢⲣꓑ𐊕',
  q: 'ԛՓգզᑫⵕ',
  r: 'гґғᎡᏒᖇᴦⲅꓣꮁ𐒴𖼵',
  s: 'ЅѕՏႽᏕᏚᔕꓢꮪ𐊖𐐠𐑈𑣁𖼺',
  t: 'ΤτТтҬᎢⲦꓔ𐊗𐊱𐌕𑢼𖼊',
  u: 'υՍսሀᏌᑌᑗᑧꓴꮜ𐓎𐓶𑢸𑣘𖽂',
  v: 'νѴѵ\u05d8\u0667\u06f7Ꮩᐯⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈',
  w: 'ωѡѽԜԝաᎳᏇᏔᗯꓪꮃ𑓅𑜊𑜎𑜏𑣦𑣯',
  x: 'ΧχХхҲᕁᕽ᙭ᚷⲬⵝꓫ𐊐𐊴𐌗𐌢𐔧𑣬',
  y: 'ΥγУуҮүҰұყᎩᎽᖻⲨꓬ𐊲𑢤𑣜𖽃',
  z: 'ΖᏃᘔꓜꮓ𐋵𑢩𑣄𑣥',
} as const

const shapes = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, letters]) => Array.from(letters, (letter) => [letter, latin])),
)

/** Stands for a letter that cannot be identified. */
export const ANY_LETTER = '*'

/** Digits between letters that replace a letter. */
const DIGIT_SHAPES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const LATIN = /\p{Script=Latin}/u
/** A letter or digit of another script. */
const FOREIGN = /(?![\p{Script=Latin}\p{ASCII}])[\p{L}\p{Nd}〇]/u

const readDigits = (word: string): string =>
  word.replace(/(?<=\p{L})[013457](?=\p{L})/gu, (digit) => DIGIT_SHAPES[digit] ?? digit)

/** Reads a word by the shapes of its letters. A letter that resembles no Latin one matches any letter. */
const readWord = (word: string): string =>
  Array.from(word, (letter) => shapes.get(letter) ?? (FOREIGN.test(letter) ? ANY_LETTER : letter)).join('')

/**
 * Reads words that mix Latin with another script by shape: a Cyrillic `р` in a Latin word stands for `p`, not
 * for its sound `r`.
 */
export const readMixedWords = (name: string): string =>
  name
    // Other Latin letters with hooks are transliterated by shape anyway.
    .replace(/ŋ/gi, 'n')
    .replace(WORD, (word) => readDigits(LATIN.test(word) && FOREIGN.test(word) ? readWord(word) : word))

/** Scripts whose words are read by sound only. */
const OTHER_SHAPES = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u

/**
 * Also reads words entirely in another script by shape if every letter resembles a Latin one, such as
 * `Сорос`.
 */
export const readShapes = (name: string): string =>
  readMixedWords(name).replace(WORD, (word) => {
    if (OTHER_SHAPES.test(word)) return word
    const shape = readWord(word)
    return shape.includes(ANY_LETTER) ? word : shape
  })

/** Digits and letters, and the letter that they resemble anywhere in a name: a capital `I` looks like an `l`. */
const NAME_SHAPES: Record<string, string> = { 0: 'o', 1: 'l', 5: 's', i: 'l' }

/**
 * What a name looks like, to compare it with others: digits and letters of other scripts count as the Latin letters that
 * they resemble; case, spaces and punctuation do not count.
 */
export const toNameShape = (name: string): string =>
  readShapes(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[015i]/g, (letter) => NAME_SHAPES[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '') || name.toLowerCase()
