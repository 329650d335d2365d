import { useRecordContext, useTranslate } from 'react-admin'
import { useAnswer } from '../../../widgets/data/useCall'
import { Failure } from '../../../widgets/feedback/Failure'
import { lazyPart } from '../../../widgets/lazyPart'
import { DialogButton } from '../../../widgets/list/DialogButton'
import type { User } from './model'
import styles from './user.module.css'

const Dialogs = lazyPart(async () => (await import('./dialogs')).Dialogs)

/** The second factors of the user of this form, and their reset. */
export function Factors() {
  const user = useRecordContext<User>()
  const translate = useTranslate()
  const id = user?.id ?? ''
  const found = useAnswer('GET /users/{id}/factors', { path: { id } }, { enabled: id !== '' })
  const has = found.data
  if (found.error) return <Failure error={found.error} onRetry={found.refetch} />
  if (!user || !has) return null
  const any = has.totp || has.passkeys > 0
  const say = (key: string, values = {}) => translate(`resources.users.factors.${key}`, values)
  return (
    <section className={styles.factors} aria-label={say('title')}>
      <h2>{say('title')}</h2>
      <p>
        {any
          ? say('has', {
              totp: say(has.totp ? 'yes' : 'no'),
              passkeys: has.passkeys,
              codes: has.recoveryCodes,
            })
          : say('none')}
        {has.required && <span> {say('is_required')}</span>}
      </p>
      {any && (
        <DialogButton
          variant="outlined"
          dialog={(onClose) => <Dialogs asked="factors" {...{ user, onClose }} />}
        >
          {say('reset')}
        </DialogButton>
      )}
    </section>
  )
}
