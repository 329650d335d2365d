import { type FormEvent, lazy, Suspense, useState } from 'react'
import { sentence, useForm } from '../../shared/form'
import { request } from '../../shared/http'
import { t as say } from '../../shared/i18n'
import { Button, Field, FormAlert } from '../../shared/shell'
import { useCaptcha } from '../../shared/shell/captcha'
import { t as codeSays } from '../../shared/shell/codeTexts'
import { phoneProblem } from '../../shared/shell/useCodes'
import { t as wrong } from '../fieldTexts'
import css from '../signIn/frame.module.css'
import { t } from './texts'

const CaptchaField = lazy(() => import('../../shared/shell/CaptchaField'))

/** The generic pattern for e-mail (specification, portal and sign-in, section 5). */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

function emailProblem(email: string): string {
  if (email.trim() === '') return say('field.blank', { field: say('field.email') })
  return EMAIL.test(email.trim()) ? '' : wrong('emailWrong')
}

const WAYS = {
  email: {
    path: '/api/account/forget/email/find',
    problem: emailProblem,
    label: () => say('field.email'),
    text: () => t('emailText'),
    submit: () => t('sendLink'),
    sent: () => t('linkSent'),
    input: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  },
  phone: {
    path: '/api/account/forget/phone/find',
    problem: phoneProblem,
    label: () => say('field.phone'),
    text: () => t('nameText'),
    submit: () => t('sendName'),
    sent: () => t('nameSent'),
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  },
} as const

/** Sends a link to a mailbox, or the user name to a phone. What is said after is the same for all. */
export function SendTo({ what }: { what: keyof typeof WAYS }) {
  const way = WAYS[what]
  const captcha = useCaptcha()
  const [sent, setSent] = useState(false)
  const { form, problems, alert, busy, bind, set, show } = useForm({
    begin: { address: '', captcha: '' },
    check: (typed) => {
      const unread = captcha.needed && !captcha.worked && typed.captcha.trim() === ''
      return {
        address: way.problem(typed.address),
        captcha: unread ? codeSays('captchaBlank') : '',
      }
    },
    send: async (typed) => {
      const answer = captcha.needed ? captcha.answer(typed.captcha) : {}
      await request(way.path, {
        method: 'POST',
        quiet: true,
        anonymous: true,
        json: { [what]: typed.address.trim(), ...answer },
      })
      setSent(true)
      set('captcha', '')
      if (captcha.needed) captcha.refresh()
    },
    served: (errors) => ({ address: errors[what] }),
    refused: (call) => {
      set('captcha', '')
      if (call?.code !== '21018') {
        if (captcha.needed) captcha.refresh()
        return false
      }
      if (captcha.needed) show({ captcha: sentence(call) })
      else show({}, sentence(call))
      captcha.demand()
      return true
    },
  })
  const submit = (event: FormEvent) => {
    setSent(false)
    form.onSubmit(event)
  }
  return (
    <form className={css.form} {...form} onSubmit={submit}>
      <FormAlert text={alert} />
      <FormAlert tone="success" text={sent ? way.sent() : ''} />
      <Field
        label={way.label()}
        {...way.input}
        required
        hint={problems.address ? undefined : way.text()}
        {...bind('address')}
        name={what}
      />
      {captcha.needed && (
        <Suspense>
          <CaptchaField captcha={captcha} {...bind('captcha')} />
        </Suspense>
      )}
      <Button type="submit" kind="main" wide busy={busy}>
        {busy ? t('sendingNow') : way.submit()}
      </Button>
    </form>
  )
}
