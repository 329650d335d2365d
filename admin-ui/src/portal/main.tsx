import '../shared/trustedTypes'
import '../shared/tokens.css'
import '../shared/theme'
import { createRoot } from 'react-dom/client'
import { showLocale } from '../shared/i18n'
import { watchLayoutSize } from '../shared/layoutSize'
import { reloadOnMissingChunk } from '../shared/preloadError'
import { watchOtherTabs } from '../shared/session'
import { tellProblems } from '../shared/shell/toasts'
import { recall, SEALED } from '../shared/storage'
import { App } from './App'

showLocale(new URLSearchParams(location.search).get('ui_locales') ?? '')
reloadOnMissingChunk()
watchLayoutSize()
watchOtherTabs()
tellProblems()

const start = () => createRoot(document.getElementById('root') as HTMLElement).render(<App />)
// The sign-in begins with the name that was used last: where it is encrypted, it is opened before.
if (recall('loginName')?.startsWith(SEALED)) {
  void import('../shared/sealed').then(({ install }) => install()).finally(start)
} else start()
