import { useEffect, useRef, useState } from 'react'
import { useForm } from '../../shared/form'
import { request } from '../../shared/http'
import { t as say } from '../../shared/i18n'
import { lastLoginName } from '../../shared/session'
import { Button, Field, FormAlert } from '../../shared/shell'
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
  const { form, problems, alert, busy, bind } = useForm({
    begin: () => ({ userName: lastLoginName() }),
    check: (typed) => ({
      userName: typed.userName.trim() ? '' : say('field.blank', { field: say('field.userName') }),
    }),
    send: async (typed) => {
      const userName = typed.userName.trim()
      const call = { method: 'POST', quiet: true, anonymous: true, json: { userName } } as const
      const { phone } = await request<{ phone: string }>('/api/account/forget/find', call)
      onFound({ userName, phone })
    },
  })
  return (
    <form className={css.form} {...form}>
      <p className={css.step}>{t('step', { step: 1 })}</p>
      <FormAlert text={alert} />
      <Field
        label={say('field.userName')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={problems.userName ? undefined : t('findText')}
        {...bind('userName')}
        name="username"
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
  const codes = useCodes('/api/account/forget/send/code', { userName: found.userName })
  const heading = useRef<HTMLParagraphElement>(null)
  // The button that led here is gone: whoever reads with their ears goes on at the step's name.
  useEffect(() => heading.current?.focus(), [])

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
        codes={codes}
        send={(sealed, authCode) =>
          request('/api/account/forget/check/auth', {
            method: 'POST',
            quiet: true,
            anonymous: true,
            json: { ...found, authCode, ...sealed },
          })
        }
      />
    </>
  )
}
