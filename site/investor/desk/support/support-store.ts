import { atom, computed } from 'nanostores'
import { investorSupport } from '#contract/desk/investor-support'
import type { ChatMessage } from '#contract/desk/support'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'

/** A reply is also a notification, so its event announces both. */
const changedBy = ['notifications'] as const

/** The signed-in investor's tickets, calls and chats. */
export const { $view: $mySupport, refresh: refreshMySupport } = createInvestorQuery(
  ['my-support'],
  () => callInvestor(investorSupport.list),
  { refetchOn: changedBy },
)

/** A ticket or a chat. */
export interface ThreadReference {
  kind: 'ticket' | 'chat'
  id: number
  reference: string
  title: string
}

/** The thread on screen; undefined while none is open. */
export const $opened = atom<ThreadReference | undefined>()

/** Cache key of a thread. */
export const getThreadKey = ({ kind, id }: ThreadReference): string => `${kind} ${id}`

interface Thread {
  /** Key of the thread: the previous thread stays in the store until this one has been fetched. */
  key: string
  /** Oldest first. */
  messages: ChatMessage[]
}

async function readThread(key: string): Promise<Thread> {
  const [kind, id] = key.split(' ')
  const endpoint = kind === 'ticket' ? investorSupport.getTicket : investorSupport.getChat
  const { messages } = await callInvestor(endpoint, { params: { id: Number(id) } })
  return { key, messages }
}

/** The thread on screen. */
export const { $view: $thread, refresh: refreshThread } = createInvestorQuery(
  ['my-support-thread', computed($opened, (opened) => opened && getThreadKey(opened))],
  (key = '') => readThread(key),
  { refetchOn: changedBy },
)
