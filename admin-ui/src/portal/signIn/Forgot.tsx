import { useLocale } from '../../shared/i18n'
import { onward } from '../../shared/session'
import { t } from '../../shared/shell/codeTexts'
import { Link } from '../router'
import css from './frame.module.css'

/** The tab of sign-in that leads to the recovery. */
export default function Forgot({ returnTo }: { returnTo: string | undefined }) {
  useLocale()
  return (
    <div className={css.stack}>
      <p className={css.soft}>{t('forgotText')}</p>
      <Link className={css.action} to={onward('/forget', returnTo)}>
        {t('forgotGo')}
      </Link>
    </div>
  )
}
