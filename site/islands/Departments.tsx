import { useStore } from '@nanostores/react'
import type { ContactDepartment } from '#contract/departments'
import type { ContactKind } from '#core/format/contact-address'
import { $departments, departmentTitle } from '#core/query/departments'
import { dataOf } from '#core/query/remote'
import { Icon } from '#ui/Icon'
import { bubbleIcon, clockIcon, linkIcon, mailIcon, phoneIcon, sendIcon } from '#ui/icons/contact'
import { Skeleton } from '#ui/Skeleton'
import { findContactWays } from './departments/contact-ways.ts'

type Name = ContactDepartment['department']

interface DepartmentsProps {
  /** Departments to show, in this order. */
  only: readonly Name[]
  titles: Partial<Record<Name, string>>
  /** Shown instead of the server's own descriptions. */
  descriptions?: Partial<Record<Name, string>>
  /** Target response times. */
  responses?: Partial<Record<Name, string>>
  /** Names that have their own section: all others are listed below, as further contacts. */
  placed?: readonly Name[] | undefined
}

const kinds: Record<ContactKind, { name: string; icon: string }> = {
  email: { name: 'Email', icon: mailIcon },
  phone: { name: 'Phone', icon: phoneIcon },
  whatsapp: { name: 'WhatsApp', icon: bubbleIcon },
  linkedin: { name: 'LinkedIn', icon: linkIcon },
  telegram: { name: 'Telegram', icon: sendIcon },
}

/** Contact cards of departments, loaded from the server. When that fails no card and no message is shown. */
export function Departments(props: DepartmentsProps) {
  const { only, titles, descriptions = {}, responses = {}, placed } = props
  const view = useStore($departments, { ssr: 'initial' })
  const loading = view.status === 'loading'
  const listed = dataOf(view) ?? []
  const shown = loading
    ? only.map((name) => ({ name, department: undefined }))
    : only.flatMap((name) => {
        const department = listed.find((each) => each.department === name)
        return department ? [{ name, department }] : []
      })

  const further = placed ? listed.filter(({ department }) => !placed.includes(department)) : []

  return (
    <div className="@container" aria-busy={loading}>
      <ul className="grid grid-cols-1 gap-4 @2xl:grid-cols-2">
        {shown.map(({ name, department }, at) => (
          <Card
            key={name}
            isWide={at === 0 && shown.length % 2 === 1}
            name={name}
            title={titles[name]}
            text={descriptions[name]}
            response={responses[name]}
            department={department}
          />
        ))}
      </ul>
      {further.length > 0 && (
        <section className="mt-8" aria-label="Further contacts">
          <h3 className="mb-4 text-[1.25rem]">Further contacts</h3>
          <ul className="grid grid-cols-1 gap-4 @2xl:grid-cols-2">
            {further.map((department, at) => (
              <Card
                key={department.department}
                isWide={at === 0 && further.length % 2 === 1}
                name={department.department}
                department={department}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface CardProps {
  /** Where there are two columns it takes a row of its own, with the ways beside the text. */
  isWide: boolean
  name: Name
  title?: string | undefined
  text?: string | undefined
  response?: string | undefined
  department: ContactDepartment | undefined
}

function Card({
  isWide,
  name,
  title = departmentTitle(name),
  department,
  text = department?.description,
  response,
}: CardProps) {
  return (
    <li
      className={`panel flex flex-col gap-x-8 p-6 max-sm:p-5 ${isWide ? '@2xl:col-span-2 @2xl:grid @2xl:grid-cols-2' : ''}`}
      data-department={name}
    >
      <div>
        <h3 className="text-[1.25rem] wrap-anywhere">{title}</h3>
        <About text={text} response={response} />
      </div>
      {department ? <Contact department={department} /> : <LoadingContact name={name} />}
    </li>
  )
}

function About({ text, response }: { text: string | undefined; response: string | undefined }) {
  return (
    <div className="mt-2 mb-4 min-h-12 text-[0.9375rem] leading-normal text-ink-2">
      {text === undefined ? <LoadingDescription /> : <p>{text}</p>}
      {response && <p className="mt-2 text-[0.8125rem] text-ink-3">{response}</p>}
    </div>
  )
}

function Contact({ department }: { department: ContactDepartment }) {
  return (
    <ul className="mt-auto grid gap-1 border-line border-t pt-3 text-[0.9375rem]">
      {findContactWays(department).map(({ kind, text, address }) => (
        <li key={kind} className="flex items-start gap-3">
          <Icon of={kinds[kind].icon} size={16} className="mt-2 text-ink-3" />
          <a
            className="min-w-0 py-1 wrap-anywhere hover:underline"
            href={address}
            {...(address.startsWith('https:') && { target: '_blank', rel: 'noopener' })}
          >
            <span className="visually-hidden">{kinds[kind].name}: </span>
            {text}
          </a>
        </li>
      ))}
      {department.hours && (
        <li className="flex items-start gap-3 text-ink-2">
          <Icon of={clockIcon} size={16} className="mt-2 text-ink-3" />
          <span className="py-1">
            <span className="visually-hidden">Hours: </span>
            {department.hours}
          </span>
        </li>
      )}
    </ul>
  )
}

/** Fits into the two lines that every description has at least. */
function LoadingDescription() {
  return (
    <>
      <Skeleton className="mt-1 h-4 w-full" />
      <Skeleton className="mt-1.5 h-4 w-3/5" />
    </>
  )
}

/**
 * As tall as the expected content: most departments have an email address and a phone number, general has every way.
 */
function LoadingContact({ name }: { name: Name }) {
  const widths = name === 'general' ? ['w-3/5', 'w-2/5', 'w-2/5', 'w-1/2'] : ['w-3/5', 'w-2/5']
  return (
    <div className="mt-auto border-line border-t pt-3 noscript:hidden">
      <span className="visually-hidden">Loading contact details</span>
      <ul className="grid gap-1 text-[0.9375rem]" aria-hidden="true">
        {widths.map((width, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed drawing
          <li key={at} className="my-1 flex h-[1lh] items-center gap-3">
            <Skeleton className="size-4 flex-none" />
            <Skeleton className={`h-4 ${width}`} />
          </li>
        ))}
        <li className="flex gap-3">
          <Skeleton className="mt-2 size-4 flex-none" />
          {/* The default hours, invisible: they wrap where the real ones do. */}
          <span className="py-1">
            <span className="skeleton">
              <span className="invisible">Monday - Friday: 9:00 AM - 6:00 PM PST</span>
            </span>
          </span>
        </li>
      </ul>
    </div>
  )
}
