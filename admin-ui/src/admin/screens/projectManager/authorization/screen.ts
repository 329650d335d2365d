import { loadScreenWords } from '../../../i18n/screenWords'
import { later, type PageScreen } from '../../../screen'

export const screen: PageScreen = {
  noun: 'preauthorisations',
  title: { zh: '用户预授权', en: 'Pre-authorisation' },
  page: later(async () => {
    // The panels and the choice of people are those of authorisation, and say what they say there.
    const words = loadScreenWords('projectManager/userAllowed')
    const [{ Preauthorise }] = await Promise.all([import('./index'), words])
    return Preauthorise
  }),
}
