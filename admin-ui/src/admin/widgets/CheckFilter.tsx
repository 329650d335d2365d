import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { type InputProps, useInput } from 'react-admin'

/** A filter that is on or off. */
export function CheckFilter({ source, text }: InputProps & { text: string }) {
  const { field } = useInput({ source, defaultValue: false, type: 'checkbox' })
  return (
    <FormControlLabel
      label={text}
      control={
        <Checkbox
          size="small"
          name={field.name}
          checked={field.value === true}
          // Empty takes a filter back; what is undefined would leave it as it was.
          onChange={(event) => field.onChange(event.target.checked || '')}
        />
      }
    />
  )
}
