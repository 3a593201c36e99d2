import { type ReactNode, useEffect, useRef } from 'react'

/** Puts the contour drawing of the page behind the text. Drawn by the build, like all of them. */
function useContours() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const sheet = document.querySelector<HTMLTemplateElement>('template[data-contours]')
    if (sheet) place.current?.replaceChildren(sheet.content.cloneNode(true))
  }, [])
  return place
}

interface SideSheetProps {
  kicker: string
  title: string
  /** A list of points. */
  children: ReactNode
  /** Below the points. */
  foot: ReactNode
  className?: string
}

/** Beside a form: what it is about. */
export function SideSheet({ kicker, title, children, foot, className = '' }: SideSheetProps) {
  return (
    <aside
      aria-labelledby="account-sheet-title"
      className={`account-sheet relative flex flex-col overflow-hidden bg-slate text-on-slate ${className}`}
    >
      <div ref={useContours()} aria-hidden="true" />
      <div className="relative flex flex-1 flex-col justify-between gap-12 p-10 max-sm:px-5 max-sm:py-8">
        <div>
          <p className="kicker">{kicker}</p>
          <h2
            id="account-sheet-title"
            className="mt-4 max-w-[16ch] text-[1.75rem] leading-[1.15] font-normal"
          >
            {title}
          </h2>
          <dl className="mt-8 grid gap-6">{children}</dl>
        </div>
        <p className="max-w-[46ch] text-[0.875rem] leading-normal text-on-slate-2">{foot}</p>
      </div>
    </aside>
  )
}

/** Beside the form: what an account offers, and what it does not. */
export const AccountSheet = () => (
  <SideSheet
    kicker="Investor area"
    title="What an account opens"
    foot={
      <>
        For institutional and accredited investors, whose identity is checked before the first investment. You
        can lose all of the money you invest:{' '}
        <a className="text-on-slate underline underline-offset-4" href="/legal/risk-disclosure">
          read the risk disclosure
        </a>
        .
      </>
    }
  >
    <Point title="Your ledger">
      Portfolio, deposits, fees and every transaction, to the cent, with statements to keep.
    </Point>
    <Point title="The market">
      Prices of metals and digital assets, each marked with where it comes from and how old it is.
    </Point>
    <Point title="An investment request">
      Choose a token and the investment team aims to make contact within 24 hours. An account by itself
      invests nothing.
    </Point>
  </SideSheet>
)

/** One of the points of a sheet. */
export function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-t border-slate-line pt-4">
      <dt className="font-medium">{title}</dt>
      <dd className="mt-1 max-w-[46ch] text-[0.9375rem] text-on-slate-2">{children}</dd>
    </div>
  )
}
