import { FormAlert } from '../../shared/shell'
import { useLinkKey } from '../linkKey'
import { Asking, useOpened } from '../opened'
import { Link, type PageProps } from '../router'
import { Frame } from '../signIn/Frame'
import css from '../signIn/frame.module.css'
import { t as say } from './texts'

interface Verified {
  email: string
  userName: string
}

/** /checkEmail?key=...: verifies an address. The same key does the same however often it comes. */
export default function CheckEmail({ place }: PageProps) {
  const [key] = useLinkKey(place)
  const opened = useOpened<Verified>('/api/account/email/valid', key)
  const verified = opened.found
  const no = key ? opened.refusal : say('noKey')
  if (!verified && !no) {
    return (
      <Frame title={say('title')}>
        <Asking opened={opened} text={say('asking')} />
      </Frame>
    )
  }
  return (
    <Frame title={say(verified ? 'done' : 'failed')}>
      <div className={css.stack}>
        {verified ? (
          <FormAlert tone="success" text={say('doneText', { ...verified })} />
        ) : (
          <FormAlert text={no} />
        )}
        <Link className={css.link} to="/signIn">
          {say('toSignIn')}
        </Link>
      </div>
    </Frame>
  )
}
