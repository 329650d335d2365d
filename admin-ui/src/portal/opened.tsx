import { useEffect, useState } from 'react'
import { CallError, request } from '../shared/http'
import { t, useLocale } from '../shared/i18n'
import { Button, FormAlert } from '../shared/shell'
import css from './signIn/frame.module.css'

/** What the key of a link opens. Nothing of it is there while the server is asked. */
export interface Opened<T> {
  found: T | null
  /** The server's reason, where the key opens nothing. */
  refusal: string
  /** Nobody could be asked. */
  failed: boolean
  again(): void
}

/** Asks what `key` opens: again in another language, whose words the answer holds. */
export function useOpened<T>(call: string, key: string | null): Opened<T> {
  const locale = useLocale()
  const [found, setFound] = useState<T | null>(null)
  const [refusal, setRefusal] = useState('')
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round and each language asks again.
  useEffect(() => {
    if (!key) return
    const asked = new AbortController()
    setFailed(false)
    request<T>(`${call}?key=${encodeURIComponent(key)}`, {
      quiet: true,
      anonymous: true,
      signal: asked.signal,
    }).then(
      (answer) => {
        setRefusal('')
        setFound(answer)
      },
      (error) => {
        if (asked.signal.aborted) return
        // The server answers the call, and says no, where the key does not work.
        if (error instanceof CallError && error.status === 200) setRefusal(error.message)
        else setFailed(true)
      },
    )
    return () => asked.abort()
  }, [call, key, round, locale])
  return { found, refusal, failed, again: () => setRound(round + 1) }
}

interface AskingProps {
  opened: Pick<Opened<unknown>, 'failed' | 'again'>
  /** What to say while the server is asked. */
  text: string
}

/** While the server is asked, or could not be. */
export function Asking({ opened: { failed, again }, text }: AskingProps) {
  if (!failed) return <p aria-live="polite">{text}</p>
  return (
    <div className={css.stack}>
      <FormAlert text={t('error.requestFailed')} />
      <Button wide onClick={again}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
