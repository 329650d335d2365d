/**
 * Stands before the console in its page and is small: it asks for the screen, the words, the user, the brand and the
 * first page of a list while the console itself is still on its way. What fails is asked for again by who shows it.
 */
import { branding } from '../shared/branding'
import { getLocale } from '../shared/i18n'
import { askAhead, marker } from '../shared/session'
import { loadWords } from './i18n/load'
import { askListAhead, firstPage } from './listAhead'
import { loadScreen } from './routes'
import { askUserAhead } from './userAhead'
import { hasMenu } from './widgets/access/hasMenu'

askAhead()
for (const asked of [
  loadScreen(location.pathname),
  loadWords(getLocale()),
  branding(),
  askUser(),
]) {
  asked.catch(() => undefined)
}

/** Whoever has no menu of a list is not shown it: the server need not refuse it. */
async function askUser() {
  if (marker() === null) return
  const user = await askUserAhead()
  const page = firstPage(location)
  if (page && hasMenu(user, page.path)) askListAhead(page)
}
