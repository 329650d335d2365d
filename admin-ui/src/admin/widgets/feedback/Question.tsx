import { Confirm, type ConfirmProps } from 'react-admin'
import { tellCancelled } from '../../../shared/shell'

/** Asks before something is done; whoever does not agree is told that nothing was. */
export function Question(props: ConfirmProps) {
  const { loading, onClose } = props
  return (
    <Confirm
      {...props}
      onClose={(event) => {
        // What was agreed to goes on, also out of sight.
        if (!loading) tellCancelled()
        onClose(event)
      }}
    />
  )
}
