import { atom, computed } from 'nanostores'
import { mySupport } from '#contract/my-support'
import type { ChatMessage } from '#contract/support'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'

/** A reply is also a notification, so its event announces both. */
const changedBy = ['notifications'] as const

/** Tickets, calls and chats of the signed-in investor. */
export const { $view: $mySupport, refresh: refreshMySupport } = createInvestorQuery(
  ['my-support'],
  () => callInvestor(mySupport.list),
  { changedBy },
)

/** A ticket or a conversation. */
export interface ThreadOf {
  kind: 'ticket' | 'chat'
  id: number
  reference: string
  title: string
}

/** The thread on screen; undefined while none is open. */
export const $opened = atom<ThreadOf | undefined>()

/** The name of a thread in the cache. */
export const keyOf = ({ kind, id }: ThreadOf): string => `${kind} ${id}`

interface Thread {
  /** Its key: the thread before stays in the store until this one has been fetched. */
  key: string
  /** Oldest first. */
  messages: ChatMessage[]
}

async function readThread(key: string): Promise<Thread> {
  const [kind, id] = key.split(' ')
  const endpoint = kind === 'ticket' ? mySupport.ticket : mySupport.chat
  const { messages } = await callInvestor(endpoint, { params: { id: Number(id) } })
  return { key, messages }
}

/** The thread on screen. */
export const { $view: $thread, refresh: refreshThread } = createInvestorQuery(
  ['my-support-thread', computed($opened, (opened) => opened && keyOf(opened))],
  (key = '') => readThread(key),
  { changedBy },
)
