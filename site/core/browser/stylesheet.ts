/**
 * Links a style sheet that only some visitors need; resolves when it has loaded or failed. Linked rather than
 * imported: a style sheet that a script imports is loaded with every page that has the script.
 */
export const loadStylesheet = (href: string): Promise<void> =>
  new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => resolve()
    document.head.append(link)
  })
