import { useEffect, useRef, useState } from 'react'
import css from '../../shared/challenge/challenge.module.css'
import { getPasskey, passkeysWork } from '../../shared/challenge/passkey'
import { t } from '../../shared/challenge/texts'
import { CallError, request } from '../../shared/http'
import { t as common } from '../../shared/i18n'
import { asksMore, type SignInAnswer } from '../../shared/session'
import { Button, FormAlert } from '../../shared/shell/Field'
import { whose } from './whose'

export interface PasskeyButtonProps {
  returnTo: string | undefined
  onDone: (answer: SignInAnswer, userName: string) => void
}

const post = <T,>(path: string, json: object): Promise<T> =>
  request<T>(path, { method: 'POST', json, quiet: true, anonymous: true })

/**
 * One ceremony, from the server's challenge to the session; nothing where another one was begun meanwhile:
 * the browser then holds the other's challenge.
 */
async function enter(
  autofill: boolean,
  returnTo: string | undefined,
  { isLatest, onChosen }: { isLatest: () => boolean; onChosen: () => void },
): Promise<SignInAnswer | null> {
  const { options } = await post<{ options: unknown }>('/api/sys/login/passkey/begin', {})
  if (!isLatest()) return null
  const credential = await getPasskey(options, autofill)
  if (!isLatest()) return null
  onChosen()
  const json = { credential, ...(returnTo && { returnTo }) }
  return post<SignInAnswer>('/api/sys/login/passkey', json)
}

/**
 * Signing in by passkey alone: by the button, or by choosing one where the browser offers to fill in
 * the user name. Nothing is drawn where passkeys cannot work.
 */
export default function PasskeyButton({ returnTo, onDone }: PasskeyButtonProps) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const finish = useRef(onDone)
  finish.current = onDone
  const latest = useRef(0)
  // From the moment a passkey is sent, the button begins nothing more: a second sign-in would end the session of
  // the first, whose cookie the browser may be left with when the page goes on.
  const sent = useRef(false)
  const works = passkeysWork()

  const run = async (autofill: boolean) => {
    latest.current += 1
    const mine = latest.current
    const free = () => {
      if (mine !== latest.current) return
      sent.current = false
      setBusy(false)
    }
    try {
      const answer = await enter(autofill, returnTo, {
        isLatest: () => mine === latest.current,
        onChosen: () => {
          sent.current = true
          setBusy(true)
        },
      })
      if (answer) finish.current(answer, await whose())
      // What is asked next can be cancelled, and then there is a choice again; else the page goes on.
      if (answer && asksMore(answer)) free()
    } catch (error) {
      free()
      throw error
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser is asked once to offer passkeys.
  useEffect(() => {
    const offers = globalThis.PublicKeyCredential?.isConditionalMediationAvailable
    if (!works || !offers) return
    let wanted = true
    offers
      .call(globalThis.PublicKeyCredential)
      .then((yes) => (yes && wanted ? run(true) : undefined))
      // Waiting ends without a passkey when the button is pressed or the page is left: that is no failure.
      .catch((error) => {
        if (wanted && error instanceof CallError && error.code !== 'passkey') {
          setProblem(error.message)
        }
      })
    return () => {
      wanted = false
    }
  }, [])

  if (!works) return null
  const press = async () => {
    if (busy || sent.current) return
    setBusy(true)
    setProblem('')
    try {
      await run(false)
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : common('error.unexpected'))
    }
  }
  return (
    <div className={css.passkey}>
      <p className={css.or}>{t('or')}</p>
      <FormAlert text={problem} />
      <Button wide busy={busy} onClick={() => void press()}>
        {busy ? t('verifying') : t('signInPasskey')}
      </Button>
    </div>
  )
}
