import { useStore } from '@nanostores/react'
import { $profile } from '#core/query/profile'
import { dataOf } from '#core/query/remote'
import type { PublicSeries } from '#core/query/series'
import { printCountries } from '#shared/asset/eligible-countries'
import { includesCountry } from '#shared/countries'
import { Banner } from '#ui/Banner'

/** Says before the first step that the offering does not admit the investor's country. The server decides. */
export function CountryNotice({ offering }: { offering: NonNullable<PublicSeries['offering']> }) {
  const profile = dataOf(useStore($profile))
  if (!profile || includesCountry(offering.countries, profile.country)) return null
  return (
    <Banner kind="warning">
      This offering is open to investors of {printCountries(offering.countries)}.{' '}
      {profile.country
        ? `Your country in Settings is ${profile.country}, so it cannot accept your subscription.`
        : 'Enter your country first.'}{' '}
      <a className="underline underline-offset-2" href="/access/settings">
        Open Settings
      </a>
    </Banner>
  )
}
