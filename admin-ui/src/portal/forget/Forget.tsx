import { useEffect, useState } from 'react'
import { t as say } from '../../shared/i18n'
import { Link } from '../router'
import type { PageProps } from '../routes'
import { onward } from '../signIn/address'
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
  // Kept by this page alone: the key opens an account, and addresses end up in histories.
  const [key, setKey] = useState(() => place.query.get('key'))
  useEffect(hideKey, [])
  const back = onward('/signIn/index', returnTo)
  if (key !== null) return <NewByLink linkKey={key} back={back} onAgain={() => setKey(null)} />
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

/** Takes the key of the link that led here out of the address. */
function hideKey() {
  const address = new URL(location.href)
  if (!address.searchParams.has('key')) return
  address.searchParams.delete('key')
  history.replaceState(null, '', address.pathname + address.search)
}
