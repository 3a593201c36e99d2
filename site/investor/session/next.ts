const DASHBOARD = '/access/dashboard'

/**
 * Where to go after signing in: the `next` of the address when it is a path of this site, else the
 * dashboard. What a browser could read as another site (`//host`, `/\host`, a scheme, also behind
 * characters that browsers drop) is none, and the sign-in page itself leads nowhere.
 */
export function readNext(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  if (!/^\/(?![/\\])[\u0021-\u007e]*$/.test(next) || next.includes('\\')) return DASHBOARD
  const base = 'https://site.invalid'
  const address = URL.canParse(next, base) ? new URL(next, base) : undefined
  if (address?.origin !== base || address.pathname === '/access/login') return DASHBOARD
  // As resolved, so that what was looked at is what is gone to.
  return address.pathname.startsWith('//') ? DASHBOARD : address.pathname + address.search + address.hash
}
