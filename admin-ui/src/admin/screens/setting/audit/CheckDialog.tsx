import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { ReadDialog } from '../../../widgets/feedback/ReadDialog'

/** What a check of the audit found to be wrong, and what to do then. */
export function CheckDialog(props: { check: Schemas['AuditCheck']; onClose(): void }) {
  const { check, onClose } = props
  const text = useText('audit-events')
  return (
    <ReadDialog title={text(`check_${check.outcome}`)} onClose={onClose}>
      {check.complaint && <p>{check.complaint}</p>}
      <p>{text('check_next')}</p>
    </ReadDialog>
  )
}
