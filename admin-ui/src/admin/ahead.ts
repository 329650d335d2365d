/**
 * Stands before the console in its page and is small: it asks for the screen and the words while the
 * console itself is still on its way. Whatever fails is asked for again by who shows it.
 */
import { loadWords } from './i18n/load'
import { loadScreen } from './routes'

/** As `shared/storage` and `shared/i18n` do; they come with React, and this does not wait for it. */
function language(): string | null {
  try {
    return localStorage.getItem('cardea.language')
  } catch {
    return null
  }
}

for (const asked of [loadScreen(location.pathname), loadWords(language())]) {
  asked.catch(() => undefined)
}
