import { useEffect, useState } from 'react'
import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { seal } from '../../shared/password'
import { forget, lastLoginName, onward, type SignInAnswer } from '../../shared/session'
import { Avatar, Button } from '../../shared/shell'
import { PasswordChangeForm, type WantedChange } from '../../shared/shell/PasswordChange'
import shell from '../../shared/shell/shell.module.css'
import { leaveNotice } from '../../shared/storage'
import { Link, navigate, type PageProps } from '../router'
import { BY_NAME } from './byName'
import { Frame } from './Frame'
import css from './frame.module.css'
import { t as say } from './texts'

/** /signIn/modifyPwd: replaces an expired password, without a session. */
export default function ModifyPassword({ place }: PageProps) {
  const returnTo = place.query.get('returnTo') ?? undefined
  const soon = place.query.has('soon')
  // As it was when the page opened: another tab may sign somebody else in meanwhile.
  const [userName] = useState(lastLoginName)
  const back = onward('/signIn/index', returnTo)

  // Opened out of the blue there is no account whose password could be changed.
  useEffect(() => {
    if (!userName) navigate(back, { replace: true })
  }, [userName, back])

  const send = async ({ current, next, captcha }: WantedChange) => {
    const [password, newPassword] = await Promise.all([seal(current), seal(next)])
    const call = { method: 'POST', quiet: true, anonymous: true } as const
    const json = { userName, password, newPassword, ...captcha }
    // Where a second factor was asked for, its step answers what goes on with the change.
    const step = await request<SignInAnswer | null>(BY_NAME, { ...call, json })
    if (step?.continuation) {
      const { continuation } = step
      await request(BY_NAME, { ...call, json: { continuation, newPassword: await seal(next) } })
    }
    forget()
    leaveNotice('password.changed')
    navigate(back, { replace: true })
  }
  return (
    <Frame
      title={soon ? say('overdueTitle') : t('modifyPwd.title')}
      text={say(soon ? 'expiresSoon' : 'expired')}
    >
      <p className={shell.account}>
        <Avatar name={userName} />
        {userName}
      </p>
      <PasswordChangeForm
        className={css.form}
        userName={userName}
        send={send}
        actions={(busy) => (
          <div className={css.buttons}>
            <Button type="submit" kind="main" wide busy={busy}>
              {say('modify')}
            </Button>
            <Link className={css.link} to={back}>
              {say('back')}
            </Link>
          </div>
        )}
      />
    </Frame>
  )
}
