import { type Problems, useForm } from '../../shared/form'
import { request } from '../../shared/http'
import { seal } from '../../shared/password'
import { Button, Dialog, FormAlert, PasswordField } from '../../shared/shell'
import { CodeField } from '../../shared/shell/CodeField'
import { isCode, useCodes } from '../../shared/shell/useCodes'
import css from './account.module.css'
import { t } from './pinTexts'

/** An entry of `GET /api/account/pins`. */
export interface OwnPin {
  tenantId: string
  tenantName: string
  /** 1 letters, 2 digits, 3 letters and digits. */
  pinRule: '1' | '2' | '3'
  pinLength: number
  /** How the code comes: 1 by e-mail, 2 by SMS. */
  pinNoticeType: '1' | '2'
  /** Minutes that a code is good for; 0: the tenant has none sent. */
  pinDuration: number
  isSet: boolean
  /** Wrong too often. */
  locked: boolean
  setAt: string | null
}

type Name = 'code' | 'pin' | 'again'

/** What a PIN is made of, by rule. The server refuses the all too simple ones besides. */
const MADE: Record<OwnPin['pinRule'], RegExp> = {
  1: /^[A-Za-z]+$/,
  2: /^[0-9]+$/,
  3: /^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]+$/,
}

/** The rule of a PIN as a sentence. */
const rule = ({ pinRule, pinLength }: OwnPin): string => t(`rule${pinRule}`, { length: pinLength })

function check(own: OwnPin, values: Record<Name, string>): Problems<Name> {
  const { code, pin, again } = values
  const fits = pin.length === own.pinLength && MADE[own.pinRule].test(pin)
  return {
    code: code ? (isCode(code) ? '' : t('codeWrong')) : t('codeBlank'),
    pin: pin ? (fits ? '' : rule(own)) : t('pinBlank'),
    again: again ? (again === pin ? '' : t('mismatch')) : t('againBlank'),
  }
}

interface PinDialogProps {
  pin: OwnPin
  onClose: () => void
  onDone: () => void
}

/** The code that was sent, and the PIN twice. */
export function PinDialog({ pin: own, onClose, onDone }: PinDialogProps) {
  const { tenantId, tenantName: tenant, isSet, pinDuration: minutes } = own
  const codes = useCodes('/api/account/pins/code', { tenantId }, false)
  const { form, bind, alert, busy, problems } = useForm<Name>({
    begin: { code: '', pin: '', again: '' },
    check: (values) => check(own, values),
    send: async ({ code, ...typed }) => {
      const [pin, rePin] = await Promise.all([seal(typed.pin), seal(typed.again)])
      const json = { tenantId, code, pin, rePin }
      await request('/api/account/pins', { method: 'POST', quiet: true, json })
      onDone()
    },
    served: ({ code, pin, rePin }) => ({ code, pin, again: rePin }),
    again: 'code',
  })
  // Not a password of this site: managers must not keep it as one.
  const field = { autoComplete: 'off', required: true, maxLength: own.pinLength } as const
  const keys = own.pinRule === '2' ? ({ inputMode: 'numeric' } as const) : {}
  return (
    <Dialog title={t(isSet ? 'replaceNamed' : 'beginNamed', { tenant })} onClose={onClose}>
      <form className={css.form} {...form}>
        <p className={css.soft}>
          {t(own.pinNoticeType === '2' ? 'bySms' : 'byEmail', { minutes })}
        </p>
        <FormAlert text={alert} />
        <CodeField
          codes={codes}
          ready
          label={t('code')}
          sent={(seconds) => t('sent', { seconds })}
          {...bind('code')}
        />
        <PasswordField
          label={t('pin')}
          hint={problems.pin ? undefined : rule(own)}
          {...field}
          {...keys}
          {...bind('pin')}
        />
        <PasswordField label={t('again')} {...field} {...keys} {...bind('again')} />
        <Button type="submit" kind="main" wide busy={busy}>
          {t(busy ? 'saving' : 'save')}
        </Button>
      </form>
    </Dialog>
  )
}
