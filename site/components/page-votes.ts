/** 'Was this page helpful?' under a documentation page. */

import type { PageVotes } from '#contract/catalog/pages'
import { API_BASE } from '#contract/request-url'

/** The reader's own votes by slug, and the random id under which they were cast. */
interface OwnVotes {
  reader: string
  votes: Record<string, boolean>
}

const ENTRY = 'pageVotes'

/** 128 random bits. Not from `#core`, whose chunk would bring in the islands' API client. */
const makeReader = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

function readOwn(): OwnVotes {
  try {
    const own = JSON.parse(localStorage.getItem(ENTRY) ?? '') as Partial<OwnVotes>
    if (own.reader && own.votes) return { reader: own.reader, votes: own.votes }
  } catch {
    // Nothing stored, or storage is blocked.
  }
  return { reader: makeReader(), votes: {} }
}

function keepOwn(own: OwnVotes) {
  try {
    localStorage.setItem(ENTRY, JSON.stringify(own))
  } catch {
    // The vote counts but cannot be changed later.
  }
}

const describeVotes = ({ helpful, not_helpful }: PageVotes): string => {
  const all = helpful + not_helpful
  if (all === 0) return 'No votes yet.'
  return `${helpful} of ${all} ${all === 1 ? 'reader' : 'readers'} found this page helpful.`
}

function makeRetry(act: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button button-quiet button-small'
  button.textContent = 'Try again'
  button.addEventListener('click', act)
  return button
}

/** Starts the section's two buttons and shows the page's votes; the vote can be changed later. */
export async function initPageVotes(section: HTMLElement): Promise<void> {
  const slug = section.dataset.votes ?? ''
  const address = `${API_BASE}/docs/${slug}/votes`
  const own = readOwn()
  let isSending = false
  let hasVoted = false

  const status = section.querySelector('p')
  const say = (text: string, retry?: () => void) => {
    status?.replaceChildren(text, ...(retry ? [makeRetry(retry)] : []))
  }

  const buttons = [...section.querySelectorAll('button')].map((button, at) => ({ helpful: at === 0, button }))
  for (const { helpful, button } of buttons) button.addEventListener('click', () => void vote(helpful))
  const mark = () => {
    for (const { helpful, button } of buttons) {
      button.ariaPressed = String(own.votes[slug] === helpful)
      button.ariaDisabled = isSending ? 'true' : null
    }
  }

  async function call(init?: RequestInit): Promise<PageVotes> {
    const response = await fetch(address, init)
    if (!response.ok) throw new Error(String(response.status))
    return response.json()
  }

  async function load() {
    try {
      const votes = await call()
      if (!hasVoted) say(describeVotes(votes))
    } catch {
      if (!hasVoted) say('Votes could not be loaded.', () => void load())
    }
  }

  async function vote(helpful: boolean) {
    if (isSending) return
    isSending = true
    hasVoted = true
    mark()
    // A focused retry button is removed.
    if (status?.contains(document.activeElement))
      buttons.find((one) => one.helpful === helpful)?.button.focus()
    say('Saving your vote …')
    try {
      const body = JSON.stringify({ helpful, reader: own.reader })
      const votes = await call({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
      own.votes[slug] = helpful
      keepOwn(own)
      say(`Thank you. ${describeVotes(votes)}`)
    } catch (error) {
      const why = error instanceof Error && error.message === '429' ? ': too many votes, try again later' : ''
      say(`Your vote was not saved${why}.`, () => void vote(helpful))
    }
    isSending = false
    mark()
  }

  mark()
  const choices = section.querySelector<HTMLElement>('.choices')
  if (choices) choices.onclick = null
  const pressed = buttons.find(({ button }) => button.textContent === choices?.dataset.pressed)
  await (pressed ? vote(pressed.helpful) : load())
}
