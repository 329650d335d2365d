import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { messageOf } from '../../../widgets/feedback/Failure'
import { fieldErrors } from '../../../widgets/feedback/say'
import styles from './user.module.css'

const FIELDS = ['ucId', 'fullName', 'userName', 'email', 'phone'] as const

/** Fills the form with an account that is there already, found by e-mail or phone. */
export function Pull() {
  const text = useText('users')
  const call = useCall()
  const form = useFormContext()
  const taken = useWatch({ name: 'ucId' })
  const [whose, setWhose] = useState('')
  const fill = (account: Partial<Schemas['Pulled']>) => {
    for (const field of FIELDS) {
      form.setValue(field, account[field] ?? '', { shouldDirty: true, shouldValidate: false })
    }
    // An account that is here keeps its role: it is shown, and the server refuses another.
    if (account.roleId) form.setValue('roleId', account.roleId, { shouldDirty: true })
  }
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: async () => {
      const typed = whose.trim()
      const body = typed.includes('@') ? { email: typed } : { phone: typed }
      const found = await call('POST /user-accounts/pull', { body })
      if (!found.ucId) throw new Error(text('pull_none'))
      return found
    },
    onSuccess: fill,
  })
  const [first] = Object.values(fieldErrors(error))
  const problem = error ? (first ?? messageOf(error)) : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form around it is not to be saved by this.
    event.preventDefault()
    mutate()
  }
  if (taken && data) {
    return (
      <div className={styles.pull} role="status">
        <span>
          {text('pulled', { name: data.fullName })}
          {data.id && <> {text('kept')}</>}
          {data.roleName && <> {text('kept_role', { role: data.roleName })}</>}
        </span>
        <Button
          onClick={() => {
            fill({})
            reset()
          }}
        >
          {text('pull_forget')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.pull}>
      <TextField
        label={`${text('pull')}: ${text('pull_by')}`}
        value={whose}
        onChange={(event) => setWhose(event.target.value)}
        onKeyDown={onKeyDown}
        error={problem !== undefined}
        helperText={problem ?? text('pull_hint')}
        autoComplete="off"
        fullWidth
      />
      <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
        {text('pull_act')}
      </Button>
    </div>
  )
}
