import { useLocaleState } from 'react-admin'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { useItems, useTenantRoles } from '../../../widgets/form/choices'
import { ChoiceInput, LineInput } from '../../../widgets/form/dialogInputs'
import { InlineForm } from '../../../widgets/form/InlineForm'
import { text as trimmed } from '../../../widgets/form/rules'
import styles from './invitation.module.css'

const FIELDS = ['email', 'fullName', 'role', 'typeId', 'positionId', 'language']
const LANGUAGES = [
  { id: 'zh', name: '中文' },
  { id: 'en', name: 'English' },
]

/** Invites one person into the tenant. */
export function InviteForm({ tenantId }: { tenantId: string }) {
  const text = useText('invitations')
  const call = useCall()
  const handedOver = useHandedOver()
  const [language] = useLocaleState()
  const roles = useTenantRoles()
  const types = useItems('3', tenantId)
  const positions = useItems('2', tenantId)
  return (
    <InlineForm
      resource="invitations"
      fields={FIELDS}
      defaultValues={{ language }}
      clears={['email', 'fullName']}
      submit={text('send')}
      act={(typed) => {
        const { email, fullName, language } = typed
        const { role, typeId, positionId } = typed as Record<string, string | undefined>
        return call('POST /invitations', {
          body: {
            tenantId,
            email: trimmed(email),
            fullName: trimmed(fullName),
            language: String(language),
            role: role || null,
            typeId: typeId || null,
            positionId: positionId || null,
          },
        })
      }}
      done={({ messageId, email }) => {
        void handedOver(messageId, email, text('sent', { email }))
        return undefined
      }}
      className={styles.form}
    >
      <LineInput source="email" type="email" autoComplete="off" isRequired />
      <LineInput source="fullName" autoComplete="off" />
      <ChoiceInput source="role" choices={roles} />
      <ChoiceInput source="typeId" choices={types} />
      <ChoiceInput source="positionId" choices={[{ id: '', name: text('none') }, ...positions]} />
      <ChoiceInput source="language" choices={LANGUAGES} />
    </InlineForm>
  )
}
