import type { ButtonProps } from '@mui/material/Button'
import { useMayEdit } from '../access/useMayEdit'
import { HintedButton } from '../form/HintedButton'
import { type Shown, useDialog } from './useDialog'

interface DialogButtonProps extends ButtonProps {
  /** What it opens. */
  dialog: Shown
  /** Why it opens nothing yet. */
  hint?: string | undefined
  /** What it opens is there for who may only look, too. */
  looking?: boolean
}

/** A button that opens a dialog. */
export function DialogButton({ dialog: shown, looking = false, ...button }: DialogButtonProps) {
  const mayEdit = useMayEdit()
  const { open, dialog } = useDialog()
  if (!mayEdit && !looking) return null
  return (
    <>
      <HintedButton {...button} onClick={() => open(shown)} />
      {dialog}
    </>
  )
}
