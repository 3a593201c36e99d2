import { investorSession } from '#core/session'

/** Fills the empty fields of a support form with what is known of the investor who is signed in. */
export function fillKnown(form: HTMLFormElement): void {
  const user = investorSession.read()?.user
  if (!user) return
  const known = {
    name: [user.first_name, user.last_name].filter(Boolean).join(' '),
    email: user.email,
    phone: user.phone ?? '',
  }
  for (const [name, value] of Object.entries(known)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.value === '') field.value = value
  }
}
