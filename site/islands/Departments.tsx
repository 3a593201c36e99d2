import { useStore } from '@nanostores/react'
import type { ContactDepartment } from '#contract/desk/departments'
import type { ContactMethod } from '#core/format/contact-url'
import { $departments, formatDepartmentName } from '#core/query/desk/departments'
import { getData } from '#core/query/remote'
import { Icon } from '#ui/Icon'
import { bubbleIcon, clockIcon, linkIcon, mailIcon, phoneIcon, sendIcon } from '#ui/icons/contact'
import { Skeleton } from '#ui/Skeleton'
import { listContactMethods } from './departments/contact-methods.ts'

type Name = ContactDepartment['department']

/** A page's text about a department; without one, the server's description is shown. */
interface Introduction {
  name: Name
  title?: string | undefined
  text?: string | undefined
  /** The target response time. */
  response?: string | undefined
}

interface DepartmentsProps {
  /** Departments to show, in this order. */
  cards: readonly Introduction[]
  /** Departments that have no card on the page: all others are listed below, as further contacts. */
  without?: readonly Name[] | undefined
}

const kinds: Record<ContactMethod, { name: string; icon: string }> = {
  email: { name: 'Email', icon: mailIcon },
  phone: { name: 'Phone', icon: phoneIcon },
  whatsapp: { name: 'WhatsApp', icon: bubbleIcon },
  linkedin: { name: 'LinkedIn', icon: linkIcon },
  telegram: { name: 'Telegram', icon: sendIcon },
}

/** Contact cards of departments, loaded from the server. On failure, neither cards nor a message are shown. */
export function Departments({ cards, without }: DepartmentsProps) {
  const view = useStore($departments, { ssr: 'initial' })
  const loading = view.status === 'loading'
  const listed = getData(view) ?? []
  const find = (name: Name) => listed.find(({ department }) => department === name)
  const shown = loading ? cards : cards.filter(({ name }) => find(name))
  const placed = [...cards.map(({ name }) => name), ...(without ?? [])]
  const further = without ? listed.filter(({ department }) => !placed.includes(department)) : []

  return (
    <div className="@container" aria-busy={loading}>
      <ul className="grid grid-cols-1 gap-4 @2xl:grid-cols-2">
        {shown.map((card, at) => (
          <Card
            {...card}
            key={card.name}
            isWide={at === 0 && shown.length % 2 === 1}
            department={find(card.name)}
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

interface CardProps extends Introduction {
  /** In a two-column layout it takes its own row, with the contact methods beside the text. */
  isWide: boolean
  department: ContactDepartment | undefined
}

function Card({
  isWide,
  name,
  title = formatDepartmentName(name),
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
      {listContactMethods(department).map(({ kind, text, address }) => (
        <li key={kind} className="flex items-start gap-3">
          <Icon path={kinds[kind].icon} size={16} className="mt-2 text-ink-3" />
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
          <Icon path={clockIcon} size={16} className="mt-2 text-ink-3" />
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
 * As tall as the expected content: most departments have an email address and a phone number; general has every contact
 * method.
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
          {/* The default hours, invisible, so that they wrap like the real ones. */}
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
