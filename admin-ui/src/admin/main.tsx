import '../shared/trustedTypes'
import '../shared/tokens.css'
import './look/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchLayoutSize } from '../shared/layoutSize'
import { reloadOnMissingChunk } from '../shared/preloadError'
import { watchOtherTabs } from '../shared/session'
import { tellProblems } from '../shared/shell/toasts'
import { App, createConsoleRouter } from './App'
import { loadMessages } from './i18nProvider'

const root = document.getElementById('root')
if (!root) throw new Error('admin.html has lost its root element')

reloadOnMissingChunk()
watchLayoutSize()
watchOtherTabs()
tellProblems()
// A part that cannot be loaded has the page loaded anew. Not with `await`: nothing could share a file with
// a module that waits. What else the first picture needs was asked for before, see ahead.ts.
loadMessages().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App router={createConsoleRouter()} />
    </StrictMode>,
  ),
)
