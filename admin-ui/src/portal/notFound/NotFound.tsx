import { t as title } from '../../shared/i18n'
import { Link } from '../router'
import { Notice } from './Notice'
import css from './notice.module.css'
import { t } from './texts'

/** An address that leads nowhere. */
export default function NotFound() {
  return (
    <Notice title={title('notFound.title')} text={t('text')}>
      <Link className={css.link} to="/">
        {t('back')}
      </Link>
    </Notice>
  )
}
