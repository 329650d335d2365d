import { t, useLocale } from '../i18n'
import type { UserInfo } from '../session'
import { Dialog } from './Dialog'
import css from './dialog.module.css'
import { t as say } from './texts'

const FIELDS = ['userName', 'fullName', 'email', 'phone', 'remark'] as const

/** What the platform knows about the signed-in user; read only. */
export default function PersonalInfoDialog({
  user,
  onClose,
}: {
  user: UserInfo
  onClose: () => void
}) {
  useLocale()
  return (
    <Dialog title={say('personal')} width={350} onClose={onClose}>
      <dl className={css.facts}>
        {FIELDS.map((field) => (
          <div key={field}>
            <dt>{t(`field.${field}`)}</dt>
            <dd>{user[field] || t('common.empty')}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
