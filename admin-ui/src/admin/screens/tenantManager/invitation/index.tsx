import { loadScreenWords } from '../../../i18n/screenWords'
import { lazyPart } from '../../../widgets/lazyPart'

const Invitations = lazyPart(async () => {
  const [part] = await Promise.all([
    import('./Invitations'),
    loadScreenWords('tenantManager/invitation'),
  ])
  return part.Invitations
})

/** Inviting people into a tenant: a dialog of two screens, with what it says. */
export const invitations = (onClose: () => void) => <Invitations onClose={onClose} />
