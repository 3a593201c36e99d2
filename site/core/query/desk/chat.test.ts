import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CHAT_SESSION_PATTERN } from '#contract/desk/support'
import { installFakeBrowser } from '#core/browser/test-browser'
import {
  $chatMessages,
  $chatSession,
  $unreadReplies,
  clearChat,
  createChatSessionId,
  saveChat,
} from './chat.ts'

const tabs = installFakeBrowser()

beforeEach(() => {
  clearChat()
})

describe('a conversation', () => {
  it('has a new id of 128 random bits each time', () => {
    const ids = Array.from({ length: 50 }, createChatSessionId)
    for (const id of ids) expect(id).toMatch(new RegExp(CHAT_SESSION_PATTERN))
    expect(new Set(ids).size).toBe(50)
  })

  it('is stored in the browser and can be cleared', () => {
    saveChat('chat-1', 'Ada', 'ada@lodefield.example')
    expect(JSON.parse(localStorage.getItem('chatSession') ?? '')).toMatchObject({ id: 'chat-1', name: 'Ada' })
    clearChat()
    expect(localStorage.getItem('chatSession')).toBeNull()
    expect($chatSession.get()).toBeNull()
  })

  it('is cleared after one request if the server does not have it', async () => {
    let requests = 0
    const body = { error: 'Chat not found.', code: 'not_found', request_id: 'r-1' }
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      requests += 1
      return Response.json(body, { status: 404 })
    })
    onTestFinished(() => fetch.mockRestore())
    const stop = $chatMessages.listen(() => {})
    onTestFinished(stop)
    saveChat('chat-deleted', 'Ada', '')
    await expect.poll(() => $chatSession.get()).toBeNull()
    expect(localStorage.getItem('chatSession')).toBeNull()
    expect(requests).toBe(1)
  })

  it('counts the team’s unread replies', () => {
    const at = '2026-11-20T10:00:00.000Z'
    const stop = $unreadReplies.listen(() => {})
    saveChat('chat-1', 'Ada', '')
    tabs.changeInOtherTab('chatSession', JSON.stringify({ id: 'chat-1', name: 'Ada', email: '', seen: 2 }))
    $chatMessages.set([
      { id: 1, author: 'user', message: 'Hello', created_at: at },
      { id: 2, author: 'agent', message: 'Good morning', created_at: at },
      { id: 3, author: 'agent', message: 'How can we help?', created_at: at },
    ])
    expect($unreadReplies.get()).toBe(1)
    stop()
  })
})
