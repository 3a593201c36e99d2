/** ISO 3166-1 alpha-2 codes, plus XK for Kosovo, which has none there. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'

const names = new Intl.DisplayNames('en', { type: 'region' })

/** The English name of a country by its code; the code itself if unknown. */
export const getCountryName = (code: string): string => names.of(code) ?? code

/** Whether a country, by its code or English name, is on a list of codes. An empty list includes all countries. */
export function includesCountry(listed: readonly string[], country: string): boolean {
  const own = country.trim().toLowerCase()
  return (
    listed.length === 0 ||
    listed.some((code) => [code, getCountryName(code)].some((name) => name.toLowerCase() === own))
  )
}

/** English names of all countries, in alphabetical order. */
export const countryNames: readonly string[] = codes
  .split(' ')
  .map(getCountryName)
  .sort((a, b) => a.localeCompare(b, 'en'))

const known = new Set(
  codes.split(' ').flatMap((code) => [code.toLowerCase(), getCountryName(code).toLowerCase()]),
)

/** Whether a text is the code or the English name of a country. */
export const isCountry = (text: string): boolean => known.has(text.trim().toLowerCase())

/** The English name of a country, by its code or name in any case; other text is returned unchanged. */
export function normalizeCountryName(text: string): string {
  const own = text.trim()
  const found = /^[a-z]{2}$/i.test(own) ? getCountryName(own.toUpperCase()) : own
  return countryNames.find((name) => name.toLowerCase() === found.toLowerCase()) ?? found
}
