import { useEffect, useState } from 'react'
import { request } from '../../shared/http'
import { t as say } from '../../shared/i18n'
import { Button, FormAlert } from '../../shared/shell'
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
  const [state, setState] = useState<State | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again.
  useEffect(() => {
    const asked = new AbortController()
    setFailed(false)
    request<State>(`/api/account/forget/link?key=${encodeURIComponent(linkKey)}`, {
      quiet: true,
      anonymous: true,
      signal: asked.signal,
    }).then(setState, () => setFailed(!asked.signal.aborted))
    return () => asked.abort()
  }, [linkKey, round])

  const userName = state?.userName ?? ''
  return (
    <Frame title={t('linkTitle')} {...(userName && { text: t('linkText', { userName }) })}>
      <div className={css.stack}>
        {!state && !failed && <p aria-live="polite">{t('linkAsking')}</p>}
        {failed && (
          <>
            <FormAlert text={say('error.requestFailed')} />
            <Button wide onClick={() => setRound(round + 1)}>
              {say('common.retry')}
            </Button>
          </>
        )}
        {state && !state.valid && (
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
