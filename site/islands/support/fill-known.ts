/** Fields of the support forms that a signed-in investor need not type. */
interface KnownFields {
  name: string
  email: string
  phone: string
}

async function readKnown(): Promise<KnownFields | undefined> {
  // Set before the first paint. Visitors do not load what reads a session.
  if (document.documentElement.dataset.session !== 'in') return undefined
  const { investorSession } = await import('#core/session')
  const user = investorSession.read()?.user
  return (
    user && {
      name: [user.first_name, user.last_name].filter(Boolean).join(' '),
      email: user.email,
      phone: user.phone ?? '',
    }
  )
}

/** Fills the empty fields of a form with what is known of who is signed in. */
export async function fillKnown(form: HTMLFormElement): Promise<void> {
  const known = await readKnown()
  for (const [name, value] of Object.entries(known ?? {})) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.value === '') field.value = value
  }
}
