import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'
import { useSettled } from './useSettled'

/** As much can be searched for. */
const MOST = 100

/** The search of a table: what was typed, once it has stood still, and the box to type in. */
export function useSearch(label: string, box: TextFieldProps = {}) {
  const [typed, setTyped] = useState('')
  const field = (
    <TextField
      type="search"
      label={label}
      value={typed}
      slotProps={{ htmlInput: { maxLength: MOST } }}
      {...(box.fullWidth ? {} : { sx: { width: 360, maxWidth: '100%' } })}
      {...box}
      onChange={(event) => {
        setTyped(event.target.value)
        box.onChange?.(event)
      }}
    />
  )
  return { q: useSettled(typed.trim()), field }
}
