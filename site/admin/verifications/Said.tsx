import type { ReactNode } from 'react'
import type { ReviewedVerification } from '#contract/admin-verifications'
import { formatCalendarDate } from '#core/format/format'
import { toCountryName } from '#shared/countries'
import { taxNumberReasonLabels, type VerificationItem } from '#shared/enums/verifications'
import { sentenceCase } from '#shared/words'
import { Facts } from '#site/admin/detail/Facts.tsx'

const country = (text: string | undefined) => (text ? toCountryName(text) : '')

/** What an investor said about an item. */
export function Said({
  item,
  of: { answers, declarations },
}: {
  item: VerificationItem
  of: ReviewedVerification
}) {
  const { identity, address, tax, entity } = answers
  switch (item) {
    case 'identity':
      return (
        <Facts
          of={[
            ['Name', identity?.full_name ?? ''],
            ['Born', identity?.birth_date ? formatCalendarDate(identity.birth_date) : ''],
            ['Nationality', country(identity?.nationality)],
          ]}
        />
      )
    case 'address':
      return (
        <Facts
          of={[
            ['Street', address?.street ?? ''],
            ['City', [address?.postal_code, address?.city].filter(Boolean).join(' ')],
            ['Country', country(address?.country)],
          ]}
        />
      )
    case 'tax':
      return (
        <Facts
          of={[
            ['Country', country(tax?.country)],
            ['Number', tax?.reason ? `None: ${taxNumberReasonLabels[tax.reason]}` : (tax?.number ?? '')],
            ...(tax?.reason === 'unable' ? ([['Explanation', tax.explanation ?? '']] as const) : []),
          ]}
        />
      )
    case 'source_of_funds':
      return <Long>{answers.source_of_funds}</Long>
    case 'investor_kind':
      return (
        <Facts
          of={[
            ['Kind', answers.investor_kind ? sentenceCase(answers.investor_kind) : ''],
            ['Ground', answers.ground ?? ''],
          ]}
        />
      )
    case 'entity':
      return (
        <div className="grid gap-3">
          <Facts
            of={[
              ['Name', entity?.name ?? ''],
              ['Number', entity?.registration_number ?? ''],
              ['Country', country(entity?.country)],
            ]}
          />
          <ul className="grid gap-1.5 text-[0.9375rem]" aria-label="People">
            {entity?.people?.map(({ full_name, role, share_percent }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: people have no id
              <li key={at} className="wrap-anywhere">
                {full_name}, {role}
                {share_percent && (
                  <span className="num text-[0.875rem] text-ink-2"> · {share_percent} %</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      )
    case 'declarations':
      return (
        <ul className="grid gap-1.5 text-[0.9375rem]">
          {declarations.map(({ id, version, title, is_current }) => (
            <li key={id} className="wrap-anywhere">
              {title}
              <span className={`block text-[0.8125rem] ${is_current ? 'text-ink-3' : 'text-warn'}`}>
                Version {version}
                {!is_current && ', which is no longer asked'}
              </span>
            </li>
          ))}
        </ul>
      )
  }
}

const Long = ({ children }: { children: ReactNode }) => (
  <p className="text-[0.9375rem] whitespace-pre-line wrap-anywhere">{children}</p>
)
