import '../shared/trustedTypes'
import '../shared/tokens.css'
import './console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchOtherTabs } from '../shared/session'
import { App, createConsoleRouter } from './App'

const root = document.getElementById('root')
if (!root) throw new Error('admin.html has lost its root element')

watchOtherTabs()
createRoot(root).render(
  <StrictMode>
    <App router={createConsoleRouter()} />
  </StrictMode>,
)
