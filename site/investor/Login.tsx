/** Stands at /access/login until accounts open: what it is, and what can be done meanwhile. */
export function Login() {
  return (
    <section className="wrap grid gap-x-16 gap-y-10 py-14 md:grid-cols-[minmax(0,1.1fr)_minmax(0,0.9fr)] md:py-24">
      <div>
        <p className="kicker">Investor area</p>
        <h1 className="mt-5 text-[clamp(2.25rem,5vw,3.75rem)] leading-[1.05] font-normal tracking-tight">
          Access Platform
        </h1>
        <p className="mt-6 max-w-[52ch] text-lg text-ink-2">
          Accounts open together with the investor area, which is not open yet. Nothing can be registered or
          signed in to on this page, and nothing you read elsewhere on the site needs an account.
        </p>
      </div>
      <div className="panel self-start">
        <h2 className="border-b border-line px-6 py-4 text-xl">Until then</h2>
        <dl>
          <Option href="/docs/investment-prospectus" title="Read the prospectus">
            What a token is, how projects are chosen, what can go wrong, and the four steps of investing.
          </Option>
          <Option href="/docs/investor-relations" title="Contact investor relations">
            Ask about tokens, documents or eligibility, and say if you want to hear when accounts open.
          </Option>
          <Option href="/legal/risk-disclosure" title="Read the risk disclosure">
            You can lose all of the money you invest. The reasons are worth knowing first.
          </Option>
        </dl>
      </div>
    </section>
  )
}

function Option({ href, title, children }: { href: string; title: string; children: string }) {
  return (
    <div className="border-t border-line px-6 py-4 first:border-t-0">
      <dt className="font-medium">
        <a className="text-accent-text underline decoration-1 underline-offset-4" href={href}>
          {title}
        </a>
      </dt>
      <dd className="mt-1 text-[0.9375rem] text-ink-2">{children}</dd>
    </div>
  )
}
