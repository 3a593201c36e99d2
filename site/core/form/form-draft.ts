/**
 * Text that an investor typed but did not send, kept in session storage. It survives a reload, a sign-out in another
 * tab and the end of the session. Only the account that typed it can restore it.
 */
import { investorSession } from '#core/session/session'

/** The session-storage entry; signing out in this tab removes it. */
const KEY = 'drafts'

/** Typed text by field name. */
type Texts = Readonly<Record<string, string>>

interface Drafts {
  account: number
  /** By form name. */
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

/** The saved draft of a form for the signed-in investor; empty if there is none. */
export function getDraft(form: string): Texts {
  const account = accountId()
  return (account !== undefined && readForms(account)[form]) || {}
}

/** Replaces the saved draft of a form; empty fields are omitted. */
export function saveDraft(form: string, texts: Texts): void {
  const account = accountId()
  // Another tab signed out a moment ago: the previous draft is kept.
  if (account === undefined) return
  const { [form]: _before, ...others } = readForms(account)
  const typed = Object.entries(texts).filter(([, text]) => text !== '')
  const forms = typed.length > 0 ? { ...others, [form]: Object.fromEntries(typed) } : others
  try {
    if (Object.keys(forms).length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ account, forms } satisfies Drafts))
  } catch {}
}
