import { Elysia } from 'elysia'
import { adminSettings } from '#contract/admin-settings'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { readAdminSettings, updateSettings } from './service.ts'

/** The site settings, as administrators change them. */
export const settingsAdmin = () =>
  new Elysia({ name: 'settings-admin' })
    .use(serve(adminSettings.read, async () => ({ settings: await readAdminSettings() })))
    .use(
      serve(adminSettings.update, async (call) => ({
        settings: await updateSettings(call.body, actorOf(call)),
      })),
    )
