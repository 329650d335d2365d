import { useRef, useState } from 'react'
import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { announce, disown } from '../../shared/session'
import { Button, FormAlert } from '../../shared/shell'
import { useLinkKey } from '../linkKey'
import { Asking, useOpened } from '../opened'
import { Link, type PageProps } from '../router'
import { Frame } from '../signIn/Frame'
import css from '../signIn/frame.module.css'
import { RegisterForm } from './RegisterForm'
import type { Invitation } from './rules'
import { t as say } from './texts'

/** /register?key=...: what the link of an invitation leads to. Looking at it uses nothing up. */
export default function Register({ place }: PageProps) {
  const [key] = useLinkKey(place)
  if (key === null || key === '') return <Dead text={say('noKey')} />
  return <Opened invitationKey={key} />
}

function Dead({ text }: { text: string }) {
  return (
    <Frame title={say('deadTitle')}>
      <div className={css.stack}>
        <FormAlert text={text} />
        <Link className={css.link} to="/signIn">
          {say('toSignIn')}
        </Link>
      </div>
    </Frame>
  )
}

function Opened({ invitationKey }: { invitationKey: string }) {
  const opened = useOpened<Invitation>('/api/account/email/getTenantUser', invitationKey)
  const invitation = opened.found
  if (opened.refusal) return <Dead text={opened.refusal} />
  if (opened.failed || !invitation) {
    return (
      <Frame title={t('register.title')}>
        <Asking opened={opened} text={say('asking')} />
      </Frame>
    )
  }
  const { tenantName, isUser, signedIn } = invitation
  if (signedIn && !signedIn.invited) {
    return <Stranger invitation={invitation} onOut={opened.again} />
  }
  return (
    <Frame title={say('join', { tenantName })} text={say(isUser ? 'userText' : 'newText')}>
      <Systems systems={invitation.systems} />
      <RegisterForm invitationKey={invitationKey} invitation={invitation} />
    </Frame>
  )
}

/** The trial systems that come with joining. */
function Systems({ systems }: Pick<Invitation, 'systems'>) {
  if (systems.length === 0) return null
  return (
    <section aria-label={say('systems')}>
      <p className={css.soft}>{say('systems')}</p>
      <ul>
        {systems.map(({ softwareName, studyNames, roleNames }) => (
          <li key={`${softwareName} ${studyNames} ${roleNames}`}>
            <strong>{softwareName}</strong> {[studyNames, roleNames].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface StrangerProps {
  invitation: Invitation
  onOut: () => void
}

/** Somebody else is signed in here: nothing is bound to them, and nothing is done in their name. */
function Stranger({ invitation, onOut }: StrangerProps) {
  const { signedIn, tenantName, email } = invitation
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState('')

  const signOut = async () => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setAlert('')
    try {
      await request('/api/sys/logout', { method: 'POST', quiet: true, anonymous: true })
      disown()
      announce()
      onOut()
    } catch {
      setAlert(t('error.requestFailed'))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const { fullName = '', userName = '' } = signedIn ?? {}
  return (
    <Frame
      title={say('strangerTitle')}
      text={say('stranger', { fullName, userName, tenantName, email })}
    >
      <div className={css.stack}>
        <p className={css.soft}>{say('strangerMore')}</p>
        <FormAlert text={alert} />
        <Button kind="main" wide busy={busy} onClick={signOut}>
          {busy ? say('signingOut') : say('signOut')}
        </Button>
        <Link className={css.link} to="/softIndex">
          {say('stay')}
        </Link>
      </div>
    </Frame>
  )
}
