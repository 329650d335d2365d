import { useState } from 'react'
import { sentence, useForm } from '../../shared/form'
import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { Button, Dialog, FormAlert, toast } from '../../shared/shell'
import { CodeField } from '../../shared/shell/CodeField'
import { codeProblem, useCodes } from '../../shared/shell/useCodes'
import css from './account.module.css'
import { contactTexts as say } from './contactTexts'
import { Pending, useLoaded } from './Layout'

/** `GET /api/account/contacts`. */
interface Contacts {
  email: string
  emailVerified: boolean
  phone: string
  phoneVerified: boolean
  phoneReachable: boolean
  emailReachable: boolean
}

/** The person's e-mail and phone: only what they have shown to be theirs recovers the account, or signs in. */
export function ContactCard() {
  const { value, problem, again } = useLoaded(() =>
    request<Contacts>('/api/account/contacts', { quiet: true }),
  )
  const [open, setOpen] = useState(false)
  const [alert, setAlert] = useState('')
  const [busy, setBusy] = useState(false)

  const sendMail = async () => {
    if (busy) return
    setBusy(true)
    setAlert('')
    try {
      const call = { method: 'POST', json: {}, quiet: true } as const
      await request('/api/account/email/verification', call)
      toast(say('emailSent'))
    } catch (error) {
      setAlert(sentence(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.card} aria-labelledby="contacts">
      <div>
        <h2 id="contacts">{say('title')}</h2>
        <p className={css.soft}>{say('text')}</p>
      </div>
      {!value && <Pending problem={problem} onRetry={again} />}
      <FormAlert text={alert} />
      {value && (
        <>
          <Row label={say('phone')} value={value.phone} verified={value.phoneVerified}>
            {value.phoneReachable && (
              <Button label={say('phoneVerify')} onClick={() => setOpen(true)}>
                {say('verify')}
              </Button>
            )}
          </Row>
          <Row label={say('email')} value={value.email} verified={value.emailVerified}>
            {value.emailReachable && (
              <Button label={say('emailVerify')} busy={busy} onClick={() => void sendMail()}>
                {say('verify')}
              </Button>
            )}
          </Row>
        </>
      )}
      {open && value && (
        <PhoneDialog
          phone={value.phone}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            toast(say('phoneDone'))
            again()
          }}
        />
      )}
    </section>
  )
}

interface RowProps {
  label: string
  value: string
  verified: boolean
  children: React.ReactNode
}

function Row({ label, value, verified, children }: RowProps) {
  return (
    <div className={css.row}>
      <div>
        {label}
        <p className={css.small}>
          {value} · {say(verified ? 'verified' : 'unverified')}
        </p>
      </div>
      {!verified && <div className={css.buttons}>{children}</div>}
    </div>
  )
}

interface PhoneDialogProps {
  phone: string
  onClose: () => void
  onDone: () => void
}

/** The code that goes to the phone, and comes back. */
function PhoneDialog({ phone, onClose, onDone }: PhoneDialogProps) {
  const codes = useCodes('/api/account/phone/code', {}, false)
  const { form, bind, alert, busy } = useForm({
    begin: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code) }),
    send: async ({ code }) => {
      const call = { method: 'POST', quiet: true, json: { code } } as const
      await request('/api/account/phone/verify', call)
      onDone()
    },
    served: ({ code }) => ({ code }),
    again: 'code',
  })
  return (
    <Dialog title={say('phoneVerify')} onClose={onClose}>
      <form className={css.form} {...form}>
        <p className={css.soft}>{say('phoneText', { phone })}</p>
        <FormAlert text={alert} />
        <CodeField codes={codes} ready {...bind('code')} />
        <div className={css.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" kind="main" busy={busy}>
            {t('common.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
