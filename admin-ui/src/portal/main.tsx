import '../shared/trustedTypes'
import '../shared/tokens.css'
import '../shared/theme'
import { createRoot } from 'react-dom/client'
import { showLocale } from '../shared/i18n'
import { watchLayoutSize } from '../shared/layoutSize'
import { reloadOnMissingChunk } from '../shared/preloadError'
import { watchOtherTabs } from '../shared/session'
import { tellProblems } from '../shared/shell/toasts'
import { App } from './App'

showLocale(new URLSearchParams(location.search).get('ui_locales') ?? '')
reloadOnMissingChunk()
watchLayoutSize()
watchOtherTabs()
tellProblems()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
