import '../shared/trustedTypes'
import '../shared/tokens.css'
import './console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchLayoutSize } from '../shared/layoutSize'
import { reloadOnMissingChunk } from '../shared/preloadError'
import { watchOtherTabs } from '../shared/session'
import { tellProblems } from '../shared/shell/toasts'
import { App, createConsoleRouter } from './App'

const root = document.getElementById('root')
if (!root) throw new Error('admin.html has lost its root element')

reloadOnMissingChunk()
watchLayoutSize()
watchOtherTabs()
tellProblems()
createRoot(root).render(
  <StrictMode>
    <App router={createConsoleRouter()} />
  </StrictMode>,
)
