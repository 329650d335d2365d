import { useState } from 'react'
import { type DialogFormProps, DialogFrame } from './DialogFrame'

interface RecordDialogProps extends Omit<DialogFormProps<unknown>, 'submit' | 'danger'> {
  fields: readonly string[]
}

/**
 * The dialog in which a record is made or changed. A save that came second shows what the other person did, and lets
 * the reader choose.
 */
export function RecordDialog(props: RecordDialogProps) {
  // As it was opened: the list behind it may be read anew meanwhile, and what is typed stays.
  const [record] = useState(props.record)
  return <DialogFrame {...props} record={record} />
}
