import { request } from '../../shared/http'
import { Button, FormAlert } from '../../shared/shell'
import { Asking, useOpened } from '../opened'
import { Link } from '../router'
import { Frame } from '../signIn/Frame'
import css from '../signIn/frame.module.css'
import { NewPassword } from './NewPassword'
import { t } from './texts'

interface State {
  valid: boolean
  userName: string | null
}

interface NewByLinkProps {
  linkKey: string
  back: string
  onAgain: () => void
}

/** What the link in an e-mail leads to. Looking at it uses nothing up. */
export function NewByLink({ linkKey, back, onAgain }: NewByLinkProps) {
  const opened = useOpened<State>('/api/account/forget/link', linkKey)
  const state = opened.found
  const userName = state?.userName ?? ''
  return (
    <Frame title={t('linkTitle')} {...(userName && { text: t('linkText', { userName }) })}>
      <div className={css.stack}>
        {!state && !opened.refusal && <Asking opened={opened} text={t('linkAsking')} />}
        {(opened.refusal || state?.valid === false) && (
          <>
            <FormAlert text={t('linkDead')} />
            <Button wide onClick={onAgain}>
              {t('linkAgain')}
            </Button>
          </>
        )}
        {state?.valid && (
          <NewPassword
            userName={userName}
            back={back}
            send={(sealed) =>
              request('/api/account/forget/link', {
                method: 'POST',
                quiet: true,
                anonymous: true,
                json: { key: linkKey, ...sealed },
              })
            }
          />
        )}
        <Link className={css.link} to={back}>
          {t('back')}
        </Link>
      </div>
    </Frame>
  )
}
