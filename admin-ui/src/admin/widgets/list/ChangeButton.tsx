import Button, { type ButtonProps } from '@mui/material/Button'
import { useMayEdit } from '../access/useMayEdit'

/** A button that leads to a change: not there for who may only look. */
export function ChangeButton(props: ButtonProps) {
  return useMayEdit() ? <Button {...props} /> : null
}
