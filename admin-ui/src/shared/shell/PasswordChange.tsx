import type { ReactNode } from 'react'
import { useForm } from '../form'
import { t } from '../i18n'
import { usePasswordRules } from '../passwordRules'
import { FormAlert, HiddenUserName, PasswordField } from './Field'

interface PasswordChangeFormProps {
  userName: string
  /** The buttons; one of them submits. */
  actions: (busy: boolean) => ReactNode
  /** Sends the change; throws `CallError`. */
  send: (current: string, next: string) => Promise<void>
  className?: string | undefined
}

/** Current password, new one, new one again. Enter submits. */
export function PasswordChangeForm({
  userName,
  actions,
  send,
  className,
}: PasswordChangeFormProps) {
  const rules = usePasswordRules()
  const { form, problems, alert, busy, bind } = useForm({
    begin: { current: '', next: '', again: '' },
    check: rules.problems,
    send: ({ current, next }) => send(current, next),
    served: ({ password, newPassword }) => ({ current: password, next: newPassword }),
  })

  return (
    <form className={className} {...form}>
      <HiddenUserName value={userName} />
      <FormAlert text={alert} />
      <PasswordField
        label={t('field.currentPassword')}
        autoComplete="current-password"
        required
        {...bind('current')}
      />
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
      {actions(busy)}
    </form>
  )
}
