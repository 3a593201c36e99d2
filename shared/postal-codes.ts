import { getCountryName } from './countries.ts'

/**
 * ISO 3166-1 alpha-2 codes of countries whose addresses have no postal code, according to the address formats of
 * Google's libaddressinput (listed in the package localized-address-format 1.3.3).
 */
const codes =
  'AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN LC LY ML MO MR MS MW NR NU PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV UG VU WS YE ZW'

const without = new Set(
  codes.split(' ').flatMap((code) => [code.toLowerCase(), getCountryName(code).toLowerCase()]),
)

/** Whether addresses in a country, given by its code or English name, have a postal code. */
export const hasPostalCodes = (country: string): boolean => !without.has(country.trim().toLowerCase())
