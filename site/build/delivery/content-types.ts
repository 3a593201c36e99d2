/** Whether files of this type are text, which have a charset and are worth compressing. */
export const isText = (type: string): boolean => /^text\/|json|xml/.test(type)

/** The `Content-Type` of a file by its extension; unknown ones, such as the search index, are plain bytes. */
export function contentType(path: string): string {
  const [type = ''] = Bun.file(path).type.split(';')
  return isText(type) ? `${type}; charset=utf-8` : type
}
