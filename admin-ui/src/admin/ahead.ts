/**
 * Stands before the console in its page and is small: it asks for the screen, the words, the user and
 * the brand while the console itself is still on its way. What fails is asked for again by who shows it.
 */
import { branding } from '../shared/branding'
import { getLocale } from '../shared/i18n'
import { askAhead } from '../shared/session'
import { loadWords } from './i18n/load'
import { loadScreen } from './routes'

askAhead()
for (const asked of [loadScreen(location.pathname), loadWords(getLocale()), branding()]) {
  asked.catch(() => undefined)
}
