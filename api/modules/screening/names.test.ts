import { expect, test } from 'vitest'
import { CLOSE_SCORE } from '#contract/admin-screening'
import { createNameIndex } from './name-index.ts'
import { partsOf, scorePeople, skeletonOf } from './names.ts'

const score = (one: string, other: string, births: [string, string] = ['', '']) =>
  scorePeople({ parts: partsOf(one), birthDate: births[0] }, { parts: partsOf(other), birthDate: births[1] })
const THRESHOLD = 85

test.each([
  ['the same name', 'Ada Reyes', 'Ada Reyes'],
  ['another order of the parts', 'Reyes, Ada', 'Ada Reyes'],
  ['capitals and blanks', 'ADA   REYES', 'Ada Reyes'],
  ['letters that are no accents', 'Łukasz Ødegård Straße Đorđević', 'Lukasz Odegard Strasse Dordevic'],
  ['the Turkish letters', 'Işık Çağrı', 'Isik Cagri'],
  ['accents', 'José Núñez Ångström', 'Jose Nunez Angstrom'],
  ['Cyrillic', 'Владимир Соколов', 'Vladimir Sokolov'],
  ['Greek', 'Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
  ['a transliteration of Arabic', 'Mohammed Hussein', 'Muhamad Husayn'],
  ['a transliteration of Russian', 'Aleksandr Chaikovskiy', 'Alexander Tchaikovsky'],
  ['another first letter of one sound', 'Muammar Qadhafi', 'Muammar Kadafi'],
  ['a particle that is missing', 'Omar al-Bashir', 'Omar Bashir'],
  ['a mistyped letter', 'Ada Reyes', 'Ada Reyez'],
  ['a letter that is missing', 'Katharina Lindqvist', 'Katharina Lindvist'],
  ['two letters in each other’s place', 'Jonathan Marlowe', 'Jonahtan Marlowe'],
  ['a middle name that one has', 'Ada Maria Reyes', 'Ada Reyes'],
  ['a title', 'Dr. Ada Reyes', 'Ada Reyes'],
  ['three further names', 'Ada Ivana Petra Maria Reyes', 'Ada Reyes'],
  ['a long legal form', 'Reyes-Marlowe Holdings Ltd. (in liquidation)', 'Reyes Marlowe Holdings'],
  ['a title in another language', 'Herr Dr. med. Viktor Marlowe, Bern', 'Viktor Marlowe'],
  ['Cyrillic letters of the same shape', 'Вrunthоrре Ѕkеlmаr', 'Brunthorpe Skelmar'],
  ['Cyrillic letters of another sound', 'Сасрervin Roрosсhart', 'Caspervin Roposchart'],
  ['words that are nearly all Cyrillic', 'Рухarсus Нaхerouр', 'Pyxarcus Haxeroup'],
  ['Greek letters of the same shape', 'Ηarβor Νorτon', 'Harbor Norton'],
  ['names that are written together', 'ViktorMarlowe', 'Viktor Marlowe'],
  ['names that are written together, the last one first', 'MarloweViktor', 'Viktor Marlowe'],
  ['a name in two parts', 'Abdel Karim Marlowe', 'Abdelkarim Marlowe'],
  ['parts that are cut elsewhere', 'Vik Tormarlowe Holdings', 'Viktor Marlowe Holdings'],
  ['names cut into further parts', 'Vik Tor Mar Lowe', 'Viktor Marlowe'],
])('finds a person in spite of %s', (_, one, other) => {
  expect(score(one, other)).toBeGreaterThanOrEqual(THRESHOLD)
  expect(score(other, one)).toBe(score(one, other))
})

test.each([
  ['the family name alone', 'Ada Reyes', 'Boris Reyes'],
  ['the first name alone', 'Ada Reyes', 'Ada Lindqvist'],
  ['one part of the list', 'Ada Reyes', 'Reyes'],
  ['a short name that is near', 'Li Wei', 'Lu Wan'],
  ['another number', 'Barite No. 865', 'Barite No. 855'],
  ['nothing', 'Ada Reyes', 'Viktor Marlowe'],
])('does not take %s for a person', (_, one, other) => {
  expect(score(one, other)).toBeLessThan(THRESHOLD)
})

test('the same name with another birth date is another person', () => {
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', '1962-03-02'])).toBe(100)
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', '1971-08-30'])).toBeLessThan(THRESHOLD)
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', '1971'])).toBeLessThan(THRESHOLD)
  // The list knows the year alone, or nothing.
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', '1962'])).toBe(100)
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', ''])).toBe(100)
})

test.each([
  ['with day and month swapped', '1962-03-02', '1962-02-03'],
  ['one year off', '1962-03-02', '1961-03-02'],
  ['one year off where the list has the year alone', '1962-03-02', '1963'],
])('the same name with a birth date %s is still the person', (_, one, other) => {
  expect(score('Ada Reyes', 'Ada Reyes', [one, other])).toBe(100)
  expect(score('Ada Reyes', 'Ada Reyes', [other, one])).toBe(100)
})

test.each([
  ['further names', 'Ada Ivana Petra Maria Reyes'],
  ['names that are written together', 'AdaReyesMarlowe'],
  ['letters of another alphabet', 'Аda Rеуеs'],
])('%s leave a hit that two must dismiss', (_, name) => {
  const listed = name.includes('Marlowe') ? 'Ada Reyes Marlowe' : 'Ada Reyes'
  expect(score(name, listed)).toBeGreaterThanOrEqual(CLOSE_SCORE)
})

test('a name that is spelled in another way never has 100 %, not even with the same birth date', () => {
  const same: [string, string] = ['1962-03-02', '1962-03-02']
  expect(score('REYES, José', 'Jose Reyes', same)).toBe(100)
  expect(score('Ada Reyes', 'Ada Reyez', same)).toBe(99)
  expect(score('Mohammed Hussein', 'Muhamad Husayn', same)).toBeLessThan(100)
  expect(score('Ada Maria Reyes', 'Ada Reyes', same)).toBeLessThan(100)
  const long = 'Konstantinopolitanus'.repeat(10)
  expect(score(`${long} Reyes`, `${long} Reyez`)).toBe(99)
})

test('spellings of one sound have one skeleton', () => {
  for (const same of [
    ['mohammed', 'muhamad', 'mohamed', 'muhammad'],
    ['yusuf', 'yousef', 'youssef'],
    ['sergey', 'sergei'],
  ]) {
    expect(new Set(same.map(skeletonOf)).size, same.join()).toBe(1)
  }
})

test('the index finds whatever comparing with every name finds', async () => {
  const listed = ['Mohammed Hussein', 'Viktor Marlowe', 'Ada Reyes', 'Владимир Соколов', 'José Núñez'].map(
    (name, at) => ({ list: 'test', entry_id: String(at), name, birth_date: '' }),
  )
  const index = await createNameIndex(listed)
  const find = async (name: string) =>
    (await index.find({ parts: partsOf(name), birthDate: '' }, THRESHOLD)).map(({ entry_id }) => entry_id)
  expect(await find('Hussain, Muhammad')).toEqual(['0'])
  expect(await find('Victor Marlow')).toEqual(['1'])
  expect(await find('Ada Reyez')).toEqual(['2'])
  expect(await find('Vladimir Sokolov')).toEqual(['3'])
  expect(await find('Nunez Jose')).toEqual(['4'])
  expect(await find('ViktorMarlowe')).toEqual(['1'])
  expect(await find('Mar Lowe Viktor')).toEqual(['1'])
  expect(await find('Katharina Lindqvist')).toEqual([])
})

test('the index of many names is made and searched with pauses in which other work runs', async () => {
  const listed = Array.from({ length: 5_000 }, (_, at) => ({
    list: 'test',
    entry_id: String(at),
    name: `Ada Reyes Person${at}`,
    birth_date: '',
  }))
  const turns = { count: 0 }
  const timer = setInterval(() => {
    turns.count += 1
  })
  const index = await createNameIndex(listed)
  const ofMaking = turns.count
  expect(ofMaking).toBeGreaterThan(0)
  await index.find({ parts: partsOf('Ada Reyes'), birthDate: '' }, THRESHOLD)
  expect(turns.count).toBeGreaterThan(ofMaking)
  clearInterval(timer)
})
