import type { ReactNode } from 'react'
import { mayOnPlatform, useReader } from './reach'
import { MayEdit, useMayEdit } from './useMayEdit'

interface PlatformEditsProps {
  /** The router path of the screen. */
  path: string
  children: ReactNode
}

/** What only those change who may on the whole platform; the administrators of tenants look at it. */
export function PlatformEdits({ path, children }: PlatformEditsProps) {
  const mayEdit = useMayEdit()
  const onPlatform = mayOnPlatform(useReader(), path)
  return <MayEdit.Provider value={mayEdit && onPlatform}>{children}</MayEdit.Provider>
}
