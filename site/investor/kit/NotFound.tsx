import { PageTitle } from '#site/investor/kit/PageTitle.tsx'

/** Any unknown URL of the area; the same text as the site's 404 page. */
export function NotFound() {
  return (
    <section className="wrap py-14 md:py-24">
      <PageTitle title="Page Not Found" />
      <p
        className="font-serif text-8xl font-light tracking-tighter text-accent-text md:text-9xl"
        aria-hidden="true"
      >
        404
      </p>
      <h1 className="mt-4 text-4xl font-normal tracking-tight md:text-5xl">Page Not Found</h1>
      <p className="mt-4 text-lg text-ink-2">The page you're looking for doesn't exist or has been moved.</p>
      <p className="mt-8 flex flex-wrap gap-3">
        <a className="button button-primary" href="/">
          Go Home
        </a>
        <button type="button" className="button button-quiet" onClick={() => history.back()}>
          Go Back
        </button>
      </p>
      <p className="mt-10 text-ink-2">
        If you think this page should exist,{' '}
        <a className="text-accent-text underline underline-offset-4" href="/docs/help-support">
          contact support
        </a>
        .
      </p>
    </section>
  )
}
