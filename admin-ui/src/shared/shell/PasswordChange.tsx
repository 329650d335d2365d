import { lazy, type ReactNode, Suspense } from 'react'
import { useForm } from '../form'
import { t } from '../i18n'
import type { PasswordChange } from '../newPassword'
import { type Rules, usePasswordRules } from '../passwordRules'
import {
  type Captcha,
  type CaptchaAnswer,
  hasFailedOften,
  resetFailures,
  seeRefusal,
  useCaptcha,
} from './captcha'
import { FormAlert, HiddenUserName, PasswordField } from './Field'

/** Most people never meet it. */
const CaptchaField = lazy(() => import('./CaptchaField'))

/** What is sent: the captcha's answer goes along where one is asked for. */
export interface WantedChange {
  current: string
  next: string
  captcha: Partial<CaptchaAnswer>
}

interface PasswordChangeFormProps {
  userName: string
  /** The buttons; one of them submits. */
  actions: (busy: boolean) => ReactNode
  /** The present password was proved a moment ago: it is not asked for again. */
  proved?: boolean
  /** Sends the change; throws `CallError`. */
  send: (change: WantedChange) => Promise<void>
  className?: string | undefined
}

/**
 * Current password, new one, new one again. Enter submits. After too many wrong passwords there is a
 * captcha, as there is on signing in: both are counted as one.
 */
export function PasswordChangeForm(props: PasswordChangeFormProps) {
  const { userName, actions, send, className, proved = false } = props
  const rules = usePasswordRules()
  const captcha = useCaptcha(!proved && hasFailedOften())
  const { form, problems, alert, busy, bind } = useChange(send, rules, captcha, proved)

  return (
    <form className={className} {...form}>
      <HiddenUserName value={userName} />
      <FormAlert text={alert} />
      {!proved && (
        <PasswordField
          label={t('field.currentPassword')}
          autoComplete="current-password"
          required
          {...bind('current')}
        />
      )}
      <PasswordField
        label={t('field.newPassword')}
        autoComplete="new-password"
        required
        hint={problems.next ? undefined : rules.message}
        {...bind('next')}
      />
      <PasswordField
        label={t('field.confirmPassword')}
        autoComplete="new-password"
        required
        {...bind('again')}
      />
      {captcha.needed && (
        <Suspense>
          <CaptchaField captcha={captcha} {...bind('captcha')} />
        </Suspense>
      )}
      {actions(busy)}
    </form>
  )
}

function useChange(
  send: PasswordChangeFormProps['send'],
  rules: Rules,
  captcha: Captcha,
  proved: boolean,
) {
  const own = useForm<keyof PasswordChange | 'captcha'>({
    begin: { current: '', next: '', again: '', captcha: '' },
    check: (values) => ({
      ...rules.problems(proved ? { ...values, current: null } : values),
      captcha:
        captcha.needed && !captcha.worked && !values.captcha.trim()
          ? t('field.blank', { field: t('field.captcha') })
          : '',
    }),
    send: async ({ current, next, captcha: typed }) => {
      await send({ current, next, captcha: captcha.needed ? captcha.answer(typed) : {} })
      resetFailures()
    },
    served: ({ password, newPassword }) => ({ current: password, next: newPassword }),
    refused: (call): boolean => seeRefusal(captcha, own, call),
  })
  return own
}
