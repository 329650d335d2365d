import { t as say } from '../../shared/i18n'
import { onward } from '../../shared/session'
import { useLinkKey } from '../linkKey'
import { Link, type PageProps } from '../router'
import { compact, Frame } from '../signIn/Frame'
import css from '../signIn/frame.module.css'
import { Tabs } from '../signIn/Tabs'
import { BySms } from './BySms'
import { NewByLink } from './NewByLink'
import { SendTo } from './SendTo'
import { t } from './texts'

/**
 * /forget and /signIn/getBackPwd: a forgotten password, in two steps by phone or by a link in an
 * e-mail (`?key=...`), and a forgotten user name.
 */
export default function Forget({ place }: PageProps) {
  const returnTo = place.query.get('returnTo') ?? undefined
  const [key, dropKey] = useLinkKey(place)
  const back = onward('/signIn/index', returnTo)
  if (key !== null) return <NewByLink linkKey={key} back={back} onAgain={dropKey} />
  return (
    <Frame title={say('forget.title')} text={t('text')} compact={compact(place)}>
      <div className={css.stack}>
        <Tabs
          label={t('ways')}
          tabs={[
            { key: 'sms', label: t('bySms'), panel: <BySms back={back} /> },
            { key: 'email', label: t('byEmail'), panel: <SendTo what="email" /> },
            { key: 'name', label: t('name'), panel: <SendTo what="phone" /> },
          ]}
        />
        <Link className={css.link} to={back}>
          {t('back')}
        </Link>
      </div>
    </Frame>
  )
}
