import { toActor } from '#common/audit-actor'
import { adminNotes } from '#contract/people/admin-notes'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { createNote, deleteNote, listNotes, updateNote } from './investor-notes.ts'
import { listMentions, markMentionRead } from './note-mentions.ts'

/** Internal notes about investors, and those that name the caller. */
export const noteAdmin = () => [
  serveEndpoint(adminNotes.list, async ({ params }) => ({ notes: await listNotes(params.id) })),
  serveEndpoint(adminNotes.create, async (call) => ({
    note: await createNote(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminNotes.update, async (call) => ({
    note: await updateNote(call.params.id, call.params.note_id, call.body, toActor(call)),
  })),
  serveEndpoint(adminNotes.delete, async (call) => {
    await deleteNote(call.params.id, call.params.note_id, toActor(call))
    return { success: true as const }
  }),
  serveEndpoint(adminNotes.listMentions, async ({ caller }) => ({ mentions: await listMentions(caller.id) })),
  serveEndpoint(adminNotes.markMentionRead, async (call) => {
    await markMentionRead(call.params.note_id, toActor(call))
    return { success: true as const }
  }),
]
