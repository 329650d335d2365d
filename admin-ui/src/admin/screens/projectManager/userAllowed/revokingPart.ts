import { loadScreenWords } from '../../../i18n/screenWords'
import { lazyPart } from '../../../widgets/lazyPart'

/** What revokes a grant on another screen's page, with its words. */
export const Revoking = lazyPart(
  async () =>
    (await Promise.all([import('./Revoking'), loadScreenWords('projectManager/userAllowed')]))[0]
      .Revoking,
)
