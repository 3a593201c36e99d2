import { atom, computed } from 'nanostores'
import { type ChatMessage, support } from '#contract/desk/support'
import { callAsOptionalInvestor } from '#core/api/call-as-author'
import type { ApiError } from '#core/api/call-errors'
import { createRandomId } from '#core/api/random-id'
import { onBrowserMount, subscribeToStorage } from '#core/browser/browser-mount'
import { refetch } from '#core/query/internal/refetch'
import { createQuery } from '#core/query/query'
import { readStoredJson } from '#core/session/read-stored-json'

/** Local-storage entry of the conversation; if it exists, islands that hydrate on interaction hydrate immediately. */
const CHAT_SESSION_KEY = 'chatSession'

/** Milliseconds between two fetches of replies, with the dialog open and closed. The team's target is two minutes. */
const OPEN_REFRESH_MS = 5_000
const BACKGROUND_REFRESH_MS = 15_000

/** What the browser stores of a conversation. The id is the only key to its messages. */
export interface ChatSession {
  id: string
  name: string
  email: string
  /** Highest message id the visitor has read. */
  seen: number
}

/** A new conversation id: `chat-{milliseconds}-{128 random bits}`. */
export const createChatSessionId = (): string => `chat-${Date.now()}-${createRandomId()}`

function readChatSession(): ChatSession | null {
  const { id, name = '', email = '', seen = 0 } = readStoredJson<ChatSession>(CHAT_SESSION_KEY)
  return typeof id === 'string' ? { id, name, email, seen } : null
}

/** This browser's conversation, the same in all tabs. */
export const $chatSession = atom<ChatSession | null>(null)

onBrowserMount($chatSession, () =>
  subscribeToStorage([CHAT_SESSION_KEY], () => $chatSession.set(readChatSession())),
)

/** If storage is blocked, the conversation lasts as long as the page. */
function saveChatSession(session: ChatSession): void {
  try {
    localStorage.setItem(CHAT_SESSION_KEY, JSON.stringify(session))
  } catch {}
  $chatSession.set(session)
}

const $chatSessionId = computed($chatSession, (session) => session?.id)

/** A conversation that the server does not have is cleared here too, because no later request would find it. */
async function readThread(id: string): Promise<ChatMessage[]> {
  try {
    return (
      await callAsOptionalInvestor(support.listChatMessages, { params: { session_id: id } }, { fresh: true })
    ).messages
  } catch (error) {
    if ((error as Partial<ApiError>).status !== 404) throw error
    if ($chatSession.get()?.id === id) clearChat()
    return []
  }
}

const createThread = (revalidateInterval: number) =>
  createQuery<ChatMessage[]>(['live-chat/', $chatSessionId], {
    fetcher: (_, id) => readThread(String(id)),
    revalidateInterval,
    revalidateOnFocus: true,
  })

// Two stores that share a cache entry and differ only in how often they fetch.
const $backgroundThread = createThread(BACKGROUND_REFRESH_MS)
const $openThread = createThread(OPEN_REFRESH_MS)

/** The conversation so far, oldest first. Unchanged if a refetch fails. */
export const $chatMessages = atom<readonly ChatMessage[]>([])

onBrowserMount($chatMessages, () => {
  const stopForgetting = $chatSessionId.listen(() => $chatMessages.set([]))
  const stopReading = $backgroundThread.subscribe(({ data }) => data && $chatMessages.set(data))
  return () => {
    stopForgetting()
    stopReading()
  }
})

/** Number of the team's replies that the visitor has not read. */
export const $unreadReplies = computed(
  [$chatMessages, $chatSession],
  (messages, session) =>
    messages.filter(({ author, id }) => author === 'agent' && id > (session?.seen ?? 0)).length,
)

/** Polls frequently and counts replies as read until the returned function is called. */
export function subscribeToChat(): () => void {
  const stopReading = $openThread.subscribe(() => {})
  const stopSeeing = $chatMessages.subscribe((messages) => {
    const session = $chatSession.get()
    const newest = messages.at(-1)?.id ?? 0
    if (session && newest > session.seen) saveChatSession({ ...session, seen: newest })
  })
  return () => {
    stopReading()
    stopSeeing()
  }
}

/** Stores a started or continued conversation and refetches it. */
export function saveChat(id: string, name: string, email: string): void {
  const before = $chatSession.get()
  saveChatSession({ id, name, email, seen: before?.id === id ? before.seen : 0 })
  refetch($openThread)
}

/** Clears the conversation in this browser; the team keeps it. */
export function clearChat(): void {
  try {
    localStorage.removeItem(CHAT_SESSION_KEY)
  } catch {}
  $chatSession.set(null)
}
