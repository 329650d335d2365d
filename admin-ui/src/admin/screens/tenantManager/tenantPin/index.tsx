import type { Schemas } from '../../../../shared/api'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { ChoiceInput, LineInput } from '../../../widgets/form/dialogInputs'
import { InlineForm } from '../../../widgets/form/InlineForm'
import { isBlank } from '../../../widgets/form/merging'
import { type Rule, text as trimmed } from '../../../widgets/form/rules'
import { TenantScreen } from '../../../widgets/tenant/TenantScreen'
import styles from './tenantPin.module.css'

type PinSetting = Schemas['PinSetting']

const FIELDS = ['pinRule', 'pinLength', 'pinNoticeType', 'pinDuration'] as const
const NUMBER = { type: 'number', isRequired: true } as const

/** What a tenant asks of the PINs that its people sign with. */
export function TenantPin() {
  return <TenantScreen>{({ id }) => <OfTenant key={id} id={id} />}</TenantScreen>
}

function OfTenant({ id }: { id: string }) {
  const text = useText('tenant-pins')
  // Not read anew under somebody's hands: only when it opens, and after a save.
  const calm = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY }
  const { data, error, refetch } = useAnswer('GET /tenant-pins/{id}', { path: { id } }, calm)
  return (
    <>
      <p className={styles.hint}>{text('hint')}</p>
      {error && <Failure error={error} onRetry={refetch} />}
      {data && <Setting key={`${data.id} ${data.version}`} setting={data} />}
    </>
  )
}

/** What was typed as a number; text that is none goes as it is, for the server to say so. */
const numberOf = (typed: unknown) => (isBlank(typed) ? null : Number(typed))

function Setting({ setting }: { setting: PinSetting }) {
  const call = useCall()
  const text = useText('tenant-pins')
  const rules = [
    { id: '1', name: text('letters') },
    { id: '2', name: text('digits') },
    { id: '3', name: text('both') },
  ]
  const notices = [
    { id: '1', name: text('email') },
    { id: '2', name: text('sms') },
  ]
  const whole: Rule = (value) => {
    const typed = trimmed(value)
    if (typed === '') return text('need')
    return /^\d{1,9}$/.test(typed) ? undefined : text('need_whole')
  }
  const length: Rule = (value) => (/^[678]$/.test(trimmed(value)) ? undefined : text('need_length'))
  return (
    <InlineForm
      resource="tenant-pins"
      record={setting}
      fields={FIELDS}
      names={{ pinRule: { choices: rules }, pinNoticeType: { choices: notices } }}
      act={({ version, pinRule, pinLength, pinNoticeType, pinDuration }) =>
        call('PUT /tenant-pins/{id}', {
          path: { id: setting.id },
          body: {
            ...{ version, pinRule, pinNoticeType },
            pinLength: numberOf(pinLength),
            pinDuration: numberOf(pinDuration),
          } as PinSetting,
        })
      }
      className={styles.card}
    >
      <ChoiceInput source="pinRule" choices={rules} />
      <LineInput
        source="pinLength"
        {...NUMBER}
        validate={[whole, length]}
        helperText={text('length_hint')}
      />
      <ChoiceInput source="pinNoticeType" choices={notices} />
      <LineInput
        source="pinDuration"
        {...NUMBER}
        validate={whole}
        helperText={text('duration_hint')}
      />
    </InlineForm>
  )
}
