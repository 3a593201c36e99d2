import {
  adminIcons,
  ICON_BYTES_MAX,
  ICON_TOO_LARGE,
  ICON_WRONG_TYPE,
  type TokenIconFile,
} from '#contract/catalog/admin-tokens'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { uploadAsAdmin } from '#core/api/admin-upload'
import { createUploader } from '#core/api/uploader'

const { $view, refresh } = createAdminQuery<TokenIconFile[]>(['admin-icons'], async () => {
  const { icons } = await callAdminApi(adminIcons.list)
  return icons
})

/** The uploaded icons, newest first. */
export const $icons = $view
export const refreshIcons = refresh

/** Uploads images as icons. */
export const createIconUploader = () =>
  createUploader(async (file, options) => {
    const icon = await uploadAsAdmin(adminIcons.upload, file, options)
    refresh()
    return icon
  })

/** Deletes an unused icon. Throws as `callAdminApi` does. */
export async function deleteIcon({ filename }: TokenIconFile): Promise<void> {
  await callAdminApi(adminIcons.delete, { params: { filename } })
  await refresh()
}

export const ACCEPTED_FILE_TYPES = '.png,.jpg,.jpeg,.svg,.webp'
const TYPES = ['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp']

/** The client-side error for an image; the server checks its content. */
export function validateIcon({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(type)) return ICON_WRONG_TYPE
  return size > ICON_BYTES_MAX ? ICON_TOO_LARGE : undefined
}

/** The name of an uploaded icon: its file name without the unique part. */
export function getIconName(filename: string): string {
  const words = filename.replace(/-[0-9a-f]{16}\.\w+$/, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
