import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#core/format/format'
import { getData } from '#core/query/remote'
import { $mentions } from '#site/admin/desk/work-queue/mentions-store.ts'
import { Brand } from '#site/admin/kit/layout/Brand.tsx'
import {
  getSectionLocation,
  type Section,
  type SectionGroup,
  sectionGroups,
  sections,
} from '#site/admin/kit/layout/sections.ts'
import { $pendingCountsBySection } from '#site/admin/kit/layout/stats-store.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'

interface NavigationProps {
  /** The current section; undefined on the profile. */
  current: string | undefined
  /** Called when a link is followed, to close the drawer on a phone. */
  onFollow?: () => void
}

/** Links to every section the reader may open, in groups. */
export function Navigation({ current, onFollow }: NavigationProps) {
  const may = usePermissions()
  const dashboard = sections.filter(({ group }) => group === undefined)
  const groups = sectionGroups.filter((group) =>
    sections.some((section) => section.group === group && may(section.needs)),
  )
  return (
    // The brand is inside the landmark because no content may be outside one.
    <nav aria-label="Sections">
      <div className="px-[22px] pb-5">
        <Brand />
      </div>
      <ul>
        {dashboard.map((section) => (
          <Entry key={section.value} section={section} current={current} onFollow={onFollow} />
        ))}
      </ul>
      {groups.map((group) => (
        <Group key={group} group={group} current={current} onFollow={onFollow} />
      ))}
    </nav>
  )
}

function Group({ group, ...rest }: NavigationProps & { group: SectionGroup }) {
  const id = useId()
  const may = usePermissions()
  return (
    <>
      <p
        id={id}
        className="section-group mt-5 mb-1.5 px-[22px] font-mono text-[0.75rem] font-medium tracking-[0.08em] text-on-slate-2 uppercase"
      >
        {group}
      </p>
      <ul aria-labelledby={id}>
        {sections
          .filter((section) => section.group === group && may(section.needs))
          .map((section) => (
            <Entry key={section.value} section={section} {...rest} />
          ))}
      </ul>
    </>
  )
}

function Entry({ section, current, onFollow }: NavigationProps & { section: Section }) {
  const isCurrent = section.value === current
  const counts = useStore($pendingCountsBySection)
  const mentions = getData(useStore($mentions))?.length ?? 0
  const waiting = section.value === 'dashboard' ? mentions : (counts[section.value] ?? 0)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li>
      <Link
        ref={link}
        to={getSectionLocation(section.value)}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onFollow}
        className={`section-link flex min-h-10 items-center justify-between gap-3 border-l-2 py-2 pr-[22px] pl-[22px] text-[0.9375rem] leading-snug no-underline -outline-offset-2 transition-colors ${
          isCurrent
            ? 'border-primary bg-slate-2 text-on-slate'
            : 'border-transparent text-on-slate-2 hover:bg-slate-2 hover:text-on-slate'
        }`}
      >
        {section.label}
        {waiting > 0 && (
          <span className="mark border-slate-line text-on-slate">
            {formatCount(waiting)}
            <span className="visually-hidden"> pending</span>
          </span>
        )}
      </Link>
    </li>
  )
}
