import type { CountryCount } from '#contract/identity/admin-sign-in-records'
import { formatCount } from '#core/format/format'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { Skeleton } from '#ui/Skeleton'

interface CountriesProps {
  /** Undefined until loaded. */
  countries: readonly CountryCount[] | undefined
  /** The countries come with the records, which could not be loaded. */
  isFailed: boolean
}

/** Countries of the sign-in attempts, the most frequent first. */
export function SignInCountries({ countries, isFailed }: CountriesProps) {
  const most = Math.max(1, ...(countries ?? []).map(({ attempts }) => attempts))
  return (
    <Panel
      title="By country"
      note={
        <a href="https://db-ip.com" target="_blank" rel="noreferrer">
          IP Geolocation by DB-IP
        </a>
      }
      className="self-start"
    >
      {countries === undefined && isFailed ? (
        <EmptyState title="Not available" />
      ) : countries === undefined ? (
        <div className="grid gap-4 p-[22px]">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </div>
      ) : countries.length === 0 ? (
        <EmptyState title="No sign-in attempts" />
      ) : (
        <ol className="max-h-[640px] overflow-y-auto px-[22px] py-2 max-sm:px-4">
          {countries.map(({ country, country_code, attempts, failed }) => (
            <li key={`${country_code} ${country}`} className="border-line border-b py-3 last:border-b-0">
              <div className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-medium wrap-anywhere">{country || 'Unknown'}</span>
                <span className="num text-[0.875rem]">{formatCount(attempts)}</span>
              </div>
              <div className="mt-1.5 h-[3px] bg-sunken" aria-hidden="true">
                <div className="h-full bg-ink-3" style={{ width: `${(attempts / most) * 100}%` }} />
              </div>
              {failed > 0 && (
                <p className="mt-1.5 text-[0.8125rem] text-ink-2">{formatCount(failed)} failed</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
