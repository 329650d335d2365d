import { useCanAccess } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { pathOfAddress } from '../routes'

/** Whether the reader may change what this screen shows; until it is known, as most may. */
export function useMayEdit(): boolean {
  const resource = pathOfAddress(useLocation().pathname) ?? 'none'
  return useCanAccess({ action: 'edit', resource }).canAccess !== false
}
