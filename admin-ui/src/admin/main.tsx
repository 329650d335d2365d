import '../shared/trustedTypes'
import '../shared/tokens.css'
import './console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { branding } from '../shared/branding'
import { watchLayoutSize } from '../shared/layoutSize'
import { reloadOnMissingChunk } from '../shared/preloadError'
import { askAhead, watchOtherTabs } from '../shared/session'
import { tellProblems } from '../shared/shell/toasts'
import { App, createConsoleRouter } from './App'
import { loadMessages } from './i18nProvider'

const root = document.getElementById('root')
if (!root) throw new Error('admin.html has lost its root element')

reloadOnMissingChunk()
watchLayoutSize()
watchOtherTabs()
tellProblems()
// What the first picture needs is asked for at once, not by each part when it is drawn; the screen was before,
// see ahead.ts. What fails is asked for again there, where it can be said.
const words = loadMessages()
askAhead()
branding().catch(() => undefined)

// A part that cannot be loaded has the page loaded anew. Not with `await`: nothing could share a file with
// a module that waits.
words.then(() =>
  createRoot(root).render(
    <StrictMode>
      <App router={createConsoleRouter()} />
    </StrictMode>,
  ),
)
