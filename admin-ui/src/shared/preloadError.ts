const GUARD = 'cardea.reloadedFor'

/**
 * After a deployment an open page may ask for a file that is gone. One reload gets the new files;
 * a second failure on the same page is left to the error page, so that nothing reloads for ever.
 */
export function reloadOnMissingChunk(reload: () => void = () => location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      if (sessionStorage.getItem(GUARD) === location.pathname) return
      sessionStorage.setItem(GUARD, location.pathname)
    } catch {
      // Without storage nobody could tell a second time from the first.
      return
    }
    event.preventDefault()
    reload()
  })
}
