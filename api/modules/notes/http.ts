import { actorOf } from '#common/actor'
import { adminNotes } from '#contract/admin-notes'
import { serve } from '#http/pipeline/serve'
import { listMentions, readMention } from './mentions.ts'
import { createNote, deleteNote, listNotes, updateNote } from './service.ts'

/** Internal notes about investors, and those that name the caller. */
export const noteAdmin = () => [
  serve(adminNotes.list, async ({ params }) => ({ notes: await listNotes(params.id) })),
  serve(adminNotes.create, async (call) => ({
    note: await createNote(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminNotes.update, async (call) => ({
    note: await updateNote(call.params.id, call.params.note_id, call.body, actorOf(call)),
  })),
  serve(adminNotes.remove, async (call) => {
    await deleteNote(call.params.id, call.params.note_id, actorOf(call))
    return { success: true as const }
  }),
  serve(adminNotes.mentions, async ({ caller }) => ({ mentions: await listMentions(caller.id) })),
  serve(adminNotes.readMention, async (call) => {
    await readMention(call.params.note_id, actorOf(call))
    return { success: true as const }
  }),
]
