import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useId } from 'react'
import { type InputProps, useInput } from 'react-admin'
import styles from './CheckFilter.module.css'

interface CheckFilterProps extends InputProps {
  text: string
  /** What it does, where its name alone does not say. */
  hint?: string
}

/** A filter that is on or off. */
export function CheckFilter({ source, text, hint }: CheckFilterProps) {
  const { field } = useInput({ source, defaultValue: false, type: 'checkbox' })
  const id = useId()
  return (
    <span className={styles.check}>
      <FormControlLabel
        label={text}
        control={
          <Checkbox
            size="small"
            name={field.name}
            checked={field.value === true}
            slotProps={{ input: hint ? { 'aria-describedby': id } : {} }}
            // Empty takes a filter back; what is undefined would leave it as it was.
            onChange={(event) => field.onChange(event.target.checked || '')}
          />
        }
      />
      {hint && <small id={id}>{hint}</small>}
    </span>
  )
}
