import { useEffect, useState } from 'react'
import { CallError, request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { Button, FormAlert } from '../../shared/shell'
import { useLinkKey } from '../linkKey'
import { Link } from '../router'
import type { PageProps } from '../routes'
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
  const [verified, setVerified] = useState<Verified | null>(null)
  const [refusal, setRefusal] = useState('')
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again.
  useEffect(() => {
    if (!key) return
    const asked = new AbortController()
    setFailed(false)
    request<Verified>(`/api/account/email/valid?key=${encodeURIComponent(key)}`, {
      quiet: true,
      anonymous: true,
      signal: asked.signal,
    }).then(setVerified, (error) => {
      if (asked.signal.aborted) return
      if (error instanceof CallError && error.status === 200) setRefusal(error.message)
      else setFailed(true)
    })
    return () => asked.abort()
  }, [key, round])

  const no = key ? refusal : say('noKey')
  if (!verified && !no) {
    return (
      <Frame title={say('title')}>
        {!failed && <p aria-live="polite">{say('asking')}</p>}
        {failed && (
          <div className={css.stack}>
            <FormAlert text={t('error.requestFailed')} />
            <Button wide onClick={() => setRound(round + 1)}>
              {t('common.retry')}
            </Button>
          </div>
        )}
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
