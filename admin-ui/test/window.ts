/** The window of the tests, which those of one worker share. */

export function setCookie(pair: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = `${pair}; path=/`
}

/** Takes away what pages keep in a browser, and goes back to its first address. */
export function forgetAll(): void {
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; ').filter(Boolean)) {
    setCookie(`${pair.split('=')[0]}=; max-age=0`)
  }
  history.replaceState(null, '', '/')
}
