import Button from '@mui/material/Button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Title, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { adminFetch } from '../../../../shared/http'
import { ChoiceField } from '../../../widgets/choices'
import { Failure } from '../../../widgets/Failure'
import { DialogField } from '../../../widgets/FormDialog'
import { fieldErrors, useSay } from '../../../widgets/say'
import { type Tenant, TenantSelect } from '../../../widgets/TenantSelect'
import styles from './tenantPin.module.css'
import { useTexts } from './texts'

/** `GET /api/admin/tenant-pins/{tenant}`. */
interface PinSetting {
  id: string
  version: number
  pinRule: string
  pinLength: number
  pinNoticeType: string
  pinDuration: number
}

const pathOf = (tenant: string) => `/api/admin/tenant-pins/${encodeURIComponent(tenant)}`

/** What a tenant asks of the PINs that its people sign with. */
export function TenantPin() {
  const text = useTexts()
  const [params, setParams] = useSearchParams()
  const [tenant, setTenant] = useState<Tenant>()
  const tenantId = params.get('tenant')
  const choose = (chosen: Tenant) => {
    setTenant(chosen)
    if (chosen.id !== tenantId) setParams({ tenant: chosen.id }, { replace: tenantId === null })
  }
  const shown = tenant && tenant.id === tenantId ? tenant : undefined
  const { data, error, refetch } = useQuery({
    queryKey: ['tenant-pin', shown?.id],
    queryFn: async ({ signal }) =>
      (await adminFetch<PinSetting>(pathOf(shown?.id ?? ''), { signal })).json,
    enabled: shown !== undefined,
    retry: false,
  })
  return (
    <div className={styles.page}>
      <Title title="cardea.screen.tenantPin" preferenceKey={false} />
      <TenantSelect id={tenantId} onChange={choose} />
      <p className={styles.hint}>{text('hint')}</p>
      {error && <Failure error={error} onRetry={refetch} />}
      {data && (
        <Form key={`${data.id} ${data.version}`} setting={data} onSaved={() => void refetch()} />
      )}
    </div>
  )
}

/** What was typed as a number; text that is none goes as it is, for the server to say so. */
const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

function Form({ setting, onSaved }: { setting: PinSetting; onSaved(): void }) {
  const text = useTexts()
  const translate = useTranslate()
  const say = useSay()
  const [values, setValues] = useState({
    pinRule: setting.pinRule,
    pinLength: String(setting.pinLength),
    pinNoticeType: setting.pinNoticeType,
    pinDuration: String(setting.pinDuration),
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      adminFetch(pathOf(setting.id), {
        method: 'PUT',
        body: JSON.stringify({
          version: setting.version,
          ...values,
          pinLength: numberOf(values.pinLength),
          pinDuration: numberOf(values.pinDuration),
        }),
      }),
    onSuccess: () => {
      say.done(text('saved'))
      onSaved()
    },
  })
  const errors = fieldErrors(error)
  const set = (name: keyof typeof values) => (value: string) =>
    setValues({ ...values, [name]: value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  const number = (name: 'pinLength' | 'pinDuration', helperText: string) => (
    <DialogField
      name={name}
      label={text(name)}
      type="number"
      value={values[name]}
      onChange={(event) => set(name)(event.target.value)}
      problem={errors[name]}
      helperText={helperText}
      required
    />
  )
  return (
    <form className={styles.card} onSubmit={submit} noValidate>
      <ChoiceField
        name="pinRule"
        label={text('pinRule')}
        choices={[
          { id: '1', name: text('letters') },
          { id: '2', name: text('digits') },
          { id: '3', name: text('both') },
        ]}
        value={values.pinRule}
        onChange={set('pinRule')}
        problem={errors.pinRule}
      />
      {number('pinLength', text('length_hint'))}
      <ChoiceField
        name="pinNoticeType"
        label={text('pinNoticeType')}
        choices={[
          { id: '1', name: text('email') },
          { id: '2', name: text('sms') },
        ]}
        value={values.pinNoticeType}
        onChange={set('pinNoticeType')}
        problem={errors.pinNoticeType}
      />
      {number('pinDuration', text('duration_hint'))}
      {Boolean(error) && Object.keys(errors).length === 0 && (
        <div className={styles.whole}>
          <Failure error={error} />
        </div>
      )}
      <div className={styles.whole}>
        <Button type="submit" variant="contained" loading={isPending}>
          {translate('ra.action.save')}
        </Button>
      </div>
    </form>
  )
}
