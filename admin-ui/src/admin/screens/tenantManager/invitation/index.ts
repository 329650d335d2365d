import { lazy } from 'react'
import { loadScreenWords } from '../../../i18n/screenWords'

/** Inviting people into a tenant: a dialog of two screens, with what it says. */
export const Invitations = lazy(async () => {
  const [part] = await Promise.all([
    import('./Invitations'),
    loadScreenWords('tenantManager/invitation'),
  ])
  return { default: part.Invitations }
})
