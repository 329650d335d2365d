import Alert from '@mui/material/Alert'
import { useRecordContext } from 'react-admin'
import { useAnswer } from '../../widgets/data/useCall'
import { useText } from '../../widgets/data/useText'
import { Steps } from './Steps'

/** Of a tenant's record: what is missing before its people can be authorised, with what mends it. */
export function OfTenant() {
  const tenant = useRecordContext()
  const text = useText('home')
  const tenantId = String(tenant?.id)
  const { data } = useAnswer('GET /home/first-steps', { query: { tenantId } })
  const missing = data?.steps.filter(({ done }) => !done) ?? []
  if (missing.length === 0) return null
  return (
    <Alert severity="info" variant="outlined" icon={false}>
      {text('tenant_lacks')}
      <Steps steps={missing} tenantId={tenantId} brief />
    </Alert>
  )
}
