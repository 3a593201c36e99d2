import type { ClientDirective } from 'astro'

/** `client:session`: hydrates only where somebody is signed in, so that visitors load nothing for it. */
const session: ClientDirective = async (load) => {
  try {
    if (!localStorage.getItem('token') || !localStorage.getItem('user')) return
  } catch {
    return
  }
  const hydrate = await load()
  await hydrate()
}

export default session
