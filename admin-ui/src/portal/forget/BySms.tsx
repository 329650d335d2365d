import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError, type FieldErrors, request } from '../../shared/http'
import { t as say } from '../../shared/i18n'
import { lastLoginName } from '../../shared/session'
import { Button, Field, FormAlert } from '../../shared/shell'
import { CodeField } from '../../shared/shell/CodeField'
import { t as codeSays } from '../../shared/shell/codeTexts'
import { focusFirstError } from '../../shared/shell/Field'
import { useCodes } from '../../shared/shell/useCodes'
import css from '../signIn/frame.module.css'
import { NewPassword } from './NewPassword'
import { t } from './texts'

interface Found {
  userName: string
  /** Its last digits, behind stars. */
  phone: string
}

/** By phone, in two steps: find the account, then code and new password. */
export function BySms({ back }: { back: string }) {
  const [found, setFound] = useState<Found | null>(null)
  return found ? (
    <Second found={found} back={back} onOther={() => setFound(null)} />
  ) : (
    <First onFound={setFound} />
  )
}

function First({ onFound }: { onFound: (found: Found) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [userName, setUserName] = useState(lastLoginName)
  const [problem, setProblem] = useState('')
  const [alert, setAlert] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    const name = userName.trim()
    setAlert('')
    setProblem(name ? '' : say('field.blank', { field: say('field.userName') }))
    if (!name) return focusFirstError(form.current)
    sending.current = true
    setBusy(true)
    try {
      const call = { method: 'POST', quiet: true, anonymous: true } as const
      const json = { userName: name }
      const { phone } = await request<{ phone: string }>('/api/account/forget/find', {
        ...call,
        json,
      })
      onFound({ userName: name, phone })
    } catch (error) {
      const call = error instanceof CallError ? error : null
      setProblem(call?.errors.userName ?? '')
      setAlert(call?.message ?? say('error.unexpected'))
      focusFirstError(form.current)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return (
    <form ref={form} className={css.form} noValidate onSubmit={submit}>
      <p className={css.step}>{t('step', { step: 1 })}</p>
      <FormAlert text={alert} />
      <Field
        label={say('field.userName')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={problem ? undefined : t('findText')}
        value={userName}
        onChange={(value) => {
          setUserName(value)
          setProblem('')
        }}
        error={problem || undefined}
      />
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? t('finding') : t('next')}
      </Button>
    </form>
  )
}

interface SecondProps {
  found: Found
  back: string
  onOther: () => void
}

function Second({ found, back, onOther }: SecondProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const codes = useCodes('/api/account/forget/send/code', { userName: found.userName })
  const heading = useRef<HTMLParagraphElement>(null)
  // The button that led here is gone: whoever reads with their ears goes on at the step's name.
  useEffect(() => heading.current?.focus(), [])

  const problems = (): FieldErrors => (code ? {} : { authCode: codeSays('codeBlank') })
  return (
    <>
      <p ref={heading} className={css.step} tabIndex={-1}>
        {t('step', { step: 2 })}
      </p>
      <p className={css.soft}>
        {t('phoneIs', { phone: found.phone })}{' '}
        <button type="button" className={css.inline} onClick={onOther}>
          {t('other')}
        </button>
      </p>
      <NewPassword
        userName={found.userName}
        back={back}
        problems={problems}
        onProblems={(errors) => setProblem(errors.authCode ?? '')}
        send={(sealed) =>
          request('/api/account/forget/check/auth', {
            method: 'POST',
            quiet: true,
            anonymous: true,
            json: { ...found, authCode: code, ...sealed },
          })
        }
      >
        <CodeField
          codes={codes}
          ready
          value={code}
          onChange={(value) => {
            setCode(value)
            setProblem('')
          }}
          error={problem || undefined}
        />
      </NewPassword>
    </>
  )
}
