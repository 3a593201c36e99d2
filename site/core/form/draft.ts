/**
 * Text that an investor has typed and not sent, kept in session storage: it outlives a reload, and being signed out in
 * another tab or by the end of the session. Only the account that typed it gets it back.
 */
import { investorSession } from '#core/session/session'

/** The session-storage entry; signing out in this tab removes it. */
const KEY = 'drafts'

/** Typed text by the name of its field. */
type Texts = Readonly<Record<string, string>>

interface Drafts {
  account: number
  /** By the name of the form. */
  forms: Readonly<Record<string, Texts>>
}

const accountId = () => investorSession.read()?.user.id

function readForms(account: number): Drafts['forms'] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Drafts | null
    return stored?.account === account ? (stored.forms ?? {}) : {}
  } catch {
    return {}
  }
}

/** The text kept for a form of the signed-in investor; empty without one. */
export function readDraft(form: string): Texts {
  const account = accountId()
  return (account !== undefined && readForms(account)[form]) || {}
}

/** Keeps the text of a form in place of what was kept before; empty fields are left out. */
export function keepDraft(form: string, texts: Texts): void {
  const account = accountId()
  // Signed out in another tab a moment ago: what was kept before stays.
  if (account === undefined) return
  const { [form]: _before, ...others } = readForms(account)
  const typed = Object.entries(texts).filter(([, text]) => text !== '')
  const forms = typed.length > 0 ? { ...others, [form]: Object.fromEntries(typed) } : others
  try {
    if (Object.keys(forms).length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ account, forms } satisfies Drafts))
  } catch {}
}
