import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useLocaleState } from 'react-admin'
import type { Asked } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useHandedOver } from '../../../widgets/feedback/delivery'
import { Failure } from '../../../widgets/feedback/Failure'
import { fieldErrors } from '../../../widgets/feedback/say'
import { type Choice, useItems, useTenantRoles } from '../../../widgets/form/choices'
import styles from './invitation.module.css'

type Field = 'email' | 'fullName' | 'role' | 'typeId' | 'positionId' | 'language'

/** Invites one person into the tenant. */
export function InviteForm({ tenantId }: { tenantId: string }) {
  const text = useText('invitations')
  const call = useCall()
  const handedOver = useHandedOver()
  const [locale] = useLocaleState()
  const id = useId()
  const blank = { email: '', fullName: '', role: '', typeId: '', positionId: '', language: locale }
  const [values, setValues] = useState<Record<Field, string>>(blank)
  const roles = useTenantRoles().filter(({ closed }) => !closed)
  const types = useItems('3', tenantId)
  const positions = useItems('2', tenantId)
  const sending = useMutation({
    mutationFn: (body: Asked<'POST /invitations'>['body']) => call('POST /invitations', { body }),
    onSuccess: ({ messageId, email }) => {
      void handedOver(messageId, email, text('sent', { email }))
      setValues({ ...values, email: '', fullName: '' })
    },
  })
  const errors = fieldErrors(sending.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { email, fullName, language } = values
    const { role, typeId, positionId } = values
    sending.mutate({
      tenantId,
      email: email.trim(),
      fullName: fullName.trim(),
      language,
      role: role || null,
      typeId: typeId || null,
      positionId: positionId || null,
    })
  }
  const bind = (name: Field) => ({
    id: id + name,
    label: text(`fields.${name}`),
    value: values[name],
    error: Boolean(errors[name]),
    helperText: errors[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value }),
  })
  const choices = (name: Field, all: Choice[], empty = false) => (
    <TextField select {...bind(name)}>
      {empty && <MenuItem value="">{text('none')}</MenuItem>}
      {all.map((choice) => (
        <MenuItem key={choice.id} value={choice.id}>
          {choice.name}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField type="email" autoComplete="off" required {...bind('email')} />
      <TextField autoComplete="off" {...bind('fullName')} />
      {choices('role', roles)}
      {choices('typeId', types)}
      {choices('positionId', positions, true)}
      {choices('language', [
        { id: 'zh', name: '中文' },
        { id: 'en', name: 'English' },
      ])}
      {sending.error && (
        <div className={styles.whole}>
          <Failure error={sending.error} />
        </div>
      )}
      <div className={styles.whole}>
        <Button type="submit" variant="contained" loading={sending.isPending}>
          {text('send')}
        </Button>
      </div>
    </form>
  )
}
