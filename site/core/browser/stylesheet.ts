/**
 * Links a style sheet that only some visitors need; resolves when it has loaded or failed. It is linked because an
 * imported style sheet would be loaded on every page that has the script.
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
