import type { Token } from '#contract/tokens'
import type { Form } from '#site/admin/form/form.ts'
import type { Draft } from './tokens.ts'

/** The form of a token, as its parts get it. */
export type DraftForm = Form<Draft, Token>
