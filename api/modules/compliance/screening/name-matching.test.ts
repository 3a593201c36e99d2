import { expect, test } from 'vitest'
import { CLOSE_SCORE } from '#contract/compliance/admin-screening'
import { calculateMatchScore, readingsOf, splitName, toConsonantSkeleton } from './name-matching.ts'
import { createNameIndex } from './name-search-index.ts'
import { findCandidates, listSubjects } from './screening-subjects.ts'

const score = (one: string, other: string, births: [string, string] = ['', '']) =>
  calculateMatchScore(
    { parts: splitName(one), birthDate: births[0] },
    { parts: splitName(other), birthDate: births[1] },
  )
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
])('finds a person despite %s', (_, one, other) => {
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
])('does not match a person by %s', (_, one, other) => {
  expect(score(one, other)).toBeLessThan(THRESHOLD)
})

test('treats the same name with another date of birth as another person', () => {
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', '1962-03-02'])).toBe(100)
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', '1971-08-30'])).toBeLessThan(THRESHOLD)
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', '1971'])).toBeLessThan(THRESHOLD)
  // The watchlist has only the year, or no date of birth.
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', '1962'])).toBe(100)
  expect(score('Ada Reyes', 'Ada Reyes', ['1962-03-02', ''])).toBe(100)
})

test.each([
  ['with day and month swapped', '1962-03-02', '1962-02-03'],
  ['one year off', '1962-03-02', '1961-03-02'],
  ['one year off where the list has the year alone', '1962-03-02', '1963'],
])('still matches the same name with a date of birth %s', (_, one, other) => {
  expect(score('Ada Reyes', 'Ada Reyes', [one, other])).toBe(100)
  expect(score('Ada Reyes', 'Ada Reyes', [other, one])).toBe(100)
})

test.each([
  ['further names', 'Ada Ivana Petra Maria Reyes'],
  ['names that are written together', 'AdaReyesMarlowe'],
  ['letters of another alphabet', 'Аda Rеуеs'],
])('%s leave a match that needs two people to clear it', (_, name) => {
  const listed = name.includes('Marlowe') ? 'Ada Reyes Marlowe' : 'Ada Reyes'
  expect(score(name, listed)).toBeGreaterThanOrEqual(CLOSE_SCORE)
})

test('never scores another spelling 100%, even with the same date of birth', () => {
  const same: [string, string] = ['1962-03-02', '1962-03-02']
  expect(score('REYES, José', 'Jose Reyes', same)).toBe(100)
  expect(score('Ada Reyes', 'Ada Reyez', same)).toBe(99)
  expect(score('Mohammed Hussein', 'Muhamad Husayn', same)).toBeLessThan(100)
  expect(score('Ada Maria Reyes', 'Ada Reyes', same)).toBeLessThan(100)
  const long = 'Konstantinopolitanus'.repeat(10)
  expect(score(`${long} Reyes`, `${long} Reyez`)).toBe(99)
})

test('gives spellings of the same sound one skeleton', () => {
  for (const same of [
    ['mohammed', 'muhamad', 'mohamed', 'muhammad'],
    ['yusuf', 'yousef', 'youssef'],
    ['sergey', 'sergei'],
  ]) {
    expect(new Set(same.map(toConsonantSkeleton)).size, same.join()).toBe(1)
  }
})

test('finds everything in the index that a comparison with every name finds', async () => {
  const listed = ['Mohammed Hussein', 'Viktor Marlowe', 'Ada Reyes', 'Владимир Соколов', 'José Núñez'].map(
    (name, at) => ({ list: 'test', entry_id: String(at), name, birth_date: '' }),
  )
  const index = await createNameIndex(listed)
  const find = async (name: string) =>
    (await index.find({ parts: splitName(name), birthDate: '' }, THRESHOLD)).map(({ entry_id }) => entry_id)
  expect(await find('Hussain, Muhammad')).toEqual(['0'])
  expect(await find('Victor Marlow')).toEqual(['1'])
  expect(await find('Ada Reyez')).toEqual(['2'])
  expect(await find('Vladimir Sokolov')).toEqual(['3'])
  expect(await find('Nunez Jose')).toEqual(['4'])
  expect(await find('ViktorMarlowe')).toEqual(['1'])
  expect(await find('Mar Lowe Viktor')).toEqual(['1'])
  expect(await find('Katharina Lindqvist')).toEqual([])
})

test('builds and searches the index of many names with pauses in which other work runs', async () => {
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
  await index.find({ parts: splitName('Ada Reyes'), birthDate: '' }, THRESHOLD)
  expect(turns.count).toBeGreaterThan(ofMaking)
  clearInterval(timer)
})

/** The score of a typed name against a listed one: the highest of its readings. */
const scoreTyped = (typed: string, listed: string) =>
  Math.max(
    ...readingsOf(typed).map((parts) =>
      calculateMatchScore({ parts, birthDate: '' }, { parts: splitName(listed), birthDate: '' }),
    ),
  )

test.each([
  [
    'Viktor Aleksandrovich Kuznetsov',
    [
      'Viktor Kuznetsov Jr',
      'Viktor Kuznetsov Sr.',
      'Viktor Kuznetsov PhD',
      'Viktor Kuznetsov, Ph.D.',
      'Viktor Kuznetsov Esq',
      'Viktor Kuznetsov III',
      'Kuznetsov Jr, Viktor',
      'Count Viktor Kuznetsov',
      'Prince Viktor Kuznetsov PhD',
      'Viktor X Kuznetsov',
      'Viktor X. Kuznetsov',
      'Viktor Quince Kuznetsov',
      'ViktorQuince Kuznetsov',
      'V.i.k.t.o.r K.u.z.n.e.t.s.o.v',
      'V1ktor Kuznets0v',
      'Viktжr Kuzneжsov',
      'Вiктor Куznetsov',
      'Βίκτορ Κουζνέτσοφ',
      'ויקטור קוזנצוב',
      'ヴィクトル クズネツォフ',
      `${'Alpha Beta Gamma Delta Epsilon Zeta '.repeat(4)}Viktor Kuznetsov`,
      `${'Alpha Beta Gamma Delta Epsilon Zeta '.repeat(2)}Eta Theta Iota Kappa Viktor Kuznetsov Omega`,
    ],
  ],
  ['Emil Eder', ['Emileder Emileder', 'Emileder Eder', 'Emileder X', 'EmilEder .']],
  ['Li Wei', ['LiWei .', 'liwei liwei', 'Weili X', 'LiWei -']],
  ['José María González', ['Jose Gonzalez Jr', 'Jose Gonzalez PhD', 'Don José González']],
  [
    'Abdul Rahman Yasin',
    [
      'Abdulrahman Yasin PhD',
      'Abdulrahman X Yasin',
      'Abdurrahman Yassin',
      'Abd el-Rahman Yasin',
      'عبد الرحمن ياسين',
    ],
  ],
  [
    'Osama bin Laden',
    [
      'Osama Binladen',
      'Osama Binladin',
      'Osamabinladin',
      'Usama ben Ladin',
      'Օsama bin Ladeո',
      'أسامة بن لادن',
      'اسامه بن لادن',
      'עוסאמה בן לאדן',
    ],
  ],
  [
    'Mohammed Al-Rashidi',
    [
      'Mohamad Alrashedi',
      'Moh०mmed Al-Rashidi',
      'Mоhammed Al-Rashidi',
      'محمد الرشيدي',
      'مُحَمَّد الرَّشِيدى',
      'محمـــد الرشيدي',
      'מוחמד אל-רשידי',
      'M o h a m m e d A l R a s h i d i',
      'm o h a m m e d a l r a s h i d i',
      'Mo ha mm ed Al Ra sh id i',
    ],
  ],
  ['Amir Hassan Karimi', ['Amir Karimi', 'Hassan Karimi']],
  ['Prince Rogers Nelson', ['Prince Nelson', 'Rogers Nelson']],
  ['Le Duc Tho', ['Le Tho', 'Le Duc', 'Duc Tho']],
  ['Abu Bakr al-Baghdadi', ['Abu Bakr', 'Abubakr Albaghdadi', 'Abu Baghdadi', 'أبو بكر البغدادي']],
  ['Maria de la Cruz', ['Maria Delacruz', 'Maria Cruz']],
  ['علي حسن', ['Ali Hassan', 'على حسن', 'عَلِيّ حَسَن']],
  [
    'John Smithson',
    [
      'Jοhn Smithsοn',
      'Jоhn Smιthσoη',
      'ʝohn Smithsơn',
      'Johŋ Smithsoŋ',
      'Jo\u200bhn Smi\u00adthson',
      'Ｊｏｈｎ Ｓｍｉｔｈｓｏｎ',
    ],
  ],
  ['David Novak', ['ᎠᎪᏙᎥᎠ Novak', 'ᗪᗩᐯᎥᗪ Novak', 'ꓓꓮꓦꓲꓓ Novak', 'Dav൦id Novak', 'D໐vid Novak']],
  [
    'Acme Shell Holdings Ltd',
    [
      'Acme Shell Holdings',
      'ACME SHELL HOLDINGS LIMITED',
      'Acme Shell Holdings GmbH',
      'Acme Shell Holdings Pty Ltd',
    ],
  ],
  [
    'Gazprom Export LLC',
    [
      'Gazprom Export Limited Liability Company',
      'OOO Gazprom Export',
      'ООО Газпром экспорт',
      'Gazprom Export',
    ],
  ],
  [
    'PJSC Sberbank of Russia',
    [
      'ПАО Сбербанк России',
      'PAO Sberbank of Russia',
      'Sberbank of Russia Public Joint Stock Company',
      'Публичное акционерное общество Сбербанк России',
    ],
  ],
])('finds %s in every spelling', (listed, names) => {
  for (const name of names) expect(scoreTyped(name, listed), name).toBeGreaterThanOrEqual(THRESHOLD)
})

test.each([
  ['Mohammed Alrashidi', 'Mohammed Al-Rashidi'],
  ['Muhammad Alrashidi', 'Mohammed Al-Rashidi'],
  ['Osama Binladen', 'Osama bin Laden'],
])('scores %s with a joined particle as close as with a separate one', (one, other) => {
  expect(scoreTyped(one, other)).toBeGreaterThanOrEqual(CLOSE_SCORE)
})

test.each([
  ['John Smith', 'John Smithson'],
  ['Joan Smythe', 'John Smithson'],
  ['Peter Count', 'Viktor Count'],
  ['Peter King', 'Peter Count'],
  ['Viktor Petrov', 'Viktor Aleksandrovich Kuznetsov'],
  ['Viktor Aleksandrovich Petrov', 'Viktor Aleksandrovich Kuznetsov'],
  ['Boris Aleksandrovich Kuznetsov', 'Viktor Aleksandrovich Kuznetsov'],
  ['Abdul Rahman Hussein', 'Abdul Rahman Yasin'],
  ['Osama Hassan', 'Osama bin Laden'],
  ['Mohammed Ali', 'Mohammed Al-Rashidi'],
  ['محمد علي', 'Mohammed Al-Rashidi'],
  ['حسن خالد', 'علي حسن'],
  ['Jose Maria Lopez', 'José María González'],
  ['Gazprom Neft LLC', 'Gazprom Export LLC'],
  ['Sberbank Austria AG', 'PJSC Sberbank of Russia'],
  ['Acme Limited', 'Acme Shell Holdings Ltd'],
  ['Jack Ma', 'Jack Bs'],
  ['Marina Novak', 'Ma Rina'],
  ['Lina Petrova', 'Li Na'],
  ['**** *****', 'John Smithson'],
])('does not match %s with %s', (one, other) => {
  expect(scoreTyped(one, other)).toBeLessThan(THRESHOLD)
})

test('finds disguised names in the index by every reading', async () => {
  const names = [
    'Viktor Aleksandrovich Kuznetsov',
    'Osama bin Laden',
    'Mohammed Al-Rashidi',
    'David Novak',
    'علي حسن',
  ]
  const index = await createNameIndex(
    names.map((name, at) => ({ list: 'test', entry_id: String(at), name, birth_date: '' })),
  )
  const source = { version: 1, mark: '', has: () => true, hashOf: () => '', find: index.find }
  const find = async (full_name: string) => {
    const known = { first_name: '', last_name: '', verified_name: full_name, isChecked: false, answers: {} }
    return (await findCandidates(listSubjects(known), source, THRESHOLD)).map(({ name }) => name)
  }
  expect(await find('Vikжor Kuзneцsov')).toEqual(['Viktor Aleksandrovich Kuznetsov'])
  expect(await find('Osamabinladin')).toEqual(['Osama bin Laden'])
  expect(await find('ViktorQuince Kuznetsov')).toEqual(['Viktor Aleksandrovich Kuznetsov'])
  expect(await find('Viktor Quince Kuznet-sov Smith')).toEqual(['Viktor Aleksandrovich Kuznetsov'])
  expect(await find('Mohamad Alrashedi')).toEqual(['Mohammed Al-Rashidi'])
  expect(await find('محمد الرشيدي')).toEqual(['Mohammed Al-Rashidi'])
  expect(await find('ꓓꓮꓦꓲꓓ Novak')).toEqual(['David Novak'])
  expect(await find('Ali Hasan')).toEqual(['علي حسن'])
  expect(await find('Peter Count')).toEqual([])
})

test('compares a name with many words in groups, and covers every word', () => {
  const words = Array.from({ length: 40 }, (_, at) => `${'abcdefghij'[at % 10]}${'klmnopqr'[at >> 3]}x`)
  const readings = readingsOf(words.join(' '))
  expect(Math.max(...readings.map(({ length }) => length))).toBeLessThanOrEqual(12)
  const compared = new Set(readings.flat().map(({ forms }) => forms[0].text))
  expect([...compared].sort()).toEqual([...new Set(words)].sort())
})
