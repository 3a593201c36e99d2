import { useStore } from '@nanostores/react'
import type { PublicSeries } from '#core/query/catalog/series'
import { $profile } from '#core/query/identity/profile'
import { getData } from '#core/query/remote'
import { formatCountries } from '#shared/calculations/eligible-countries'
import { includesCountry } from '#shared/countries'
import { Banner } from '#ui/Banner'

/** Warns before the first step that the offering does not admit the investor's country. The server decides. */
export function IneligibleCountryNotice({ offering }: { offering: NonNullable<PublicSeries['offering']> }) {
  const profile = getData(useStore($profile))
  if (!profile || includesCountry(offering.countries, profile.country)) return null
  const [to, label] =
    profile.is_verified && !profile.country
      ? ['/access/verification', 'Open Verification']
      : ['/access/settings', 'Open Settings']
  return (
    <Banner kind="warning">
      This offering is open to investors in {formatCountries(offering.countries)}.{' '}
      {profile.country
        ? `Your country in Settings is ${profile.country}, so you are not eligible.`
        : 'Add your country of residence first.'}{' '}
      <a className="underline underline-offset-2" href={to}>
        {label}
      </a>
    </Banner>
  )
}
