import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'
import { CopyText } from '../list/CopyText'

interface Described {
  message?: unknown
  requestId?: unknown
  body?: { message?: unknown; requestId?: unknown } | null
}

/** The server's sentence about an error, where it sent one. */
export function messageOf(error: unknown): string | undefined {
  const { body, message } = (error ?? {}) as Described
  return [body?.message, message].find((text) => typeof text === 'string' && text !== '') as
    | string
    | undefined
}

/** The id under which the server's log knows a failed request. */
export function requestIdOf(error: unknown): string | undefined {
  const { body, requestId } = (error ?? {}) as Described
  return [requestId, body?.requestId].find((id) => typeof id === 'string' && id !== '') as
    | string
    | undefined
}

/** Whether somebody else was faster; what is in use answers 409 too, and says so. */
export function isConflict(error: unknown): boolean {
  const { status, body } = (error ?? {}) as {
    status?: number
    body?: { code?: string; errors?: object }
  }
  return status === 409 && body?.code !== 'in_use' && !body?.errors
}

/** Whether it was refused because of who asked. */
export const isForbidden = (error: unknown): boolean =>
  (error as { status?: number } | null)?.status === 403

/** A failure where it happened: what went wrong, a way to try again, and what to tell the help desk. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const translate = useTranslate()
  const requestId = requestIdOf(error)
  return (
    <Alert severity="error" variant="outlined">
      {messageOf(error) ?? translate('cardea.request_failed')}
      {requestId && (
        <div>
          <small>
            {translate('cardea.request_id')} <CopyText text={requestId} />
          </small>
        </div>
      )}
      {/* Below the text, not beside it: a panel's columns are narrow. */}
      {onRetry && (
        <Button
          color="inherit"
          size="small"
          variant="outlined"
          sx={{ mt: 1 }}
          onClick={() => onRetry()}
        >
          {translate('cardea.retry')}
        </Button>
      )}
    </Alert>
  )
}
