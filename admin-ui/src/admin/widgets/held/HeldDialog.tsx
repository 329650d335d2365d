import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../../shared/api'
import { moment } from '../../../shared/format'
import { firstRows, useAnswer } from '../data/useCall'
import { useOwnText } from '../data/useText'
import { Failure } from '../feedback/Failure'
import { ReadDialog } from '../feedback/ReadDialog'
import { ReadTable } from '../feedback/ReadTable'
import { useSay } from '../feedback/say'
import { TimeText } from '../list/TimeText'
import { Waiting } from '../list/Waiting'
import styles from './HeldDialog.module.css'

/** As many are shown first, and more each time somebody asks. */
const STEP = 25

interface HeldDialogProps {
  study: { id: string; code: string }
  softwareId?: string
  /** The moment that is asked about first. */
  at: string
  onClose(): void
}

/** As the browser's own field writes a moment: of the reader's clock, to the second. */
const typed = (at: string) => moment(at, true).replace(' ', 'T')

/** The moment of what was typed; the whole second of it. */
function asked(value: string): string | undefined {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? undefined : new Date(date.getTime() + 999).toISOString()
}

/** Who had what on a study at a moment, which can be changed; and the same as a signed file. */
export function HeldDialog({ study, softwareId, at, onClose }: HeldDialogProps) {
  const text = useOwnText('held')
  const say = useSay()
  const [value, setValue] = useState(typed(at))
  const [count, setCount] = useState(STEP)
  const [saving, setSaving] = useState(false)
  const when = asked(value)
  const question = { studyId: study.id, at: when ?? at, ...(softwareId ? { softwareId } : {}) }
  const { data, error, refetch } = useAnswer(
    'GET /held-grants',
    { query: firstRows(count, question) },
    { enabled: when !== undefined, placeholderData: keepPreviousData },
  )
  const sign = async () => {
    setSaving(true)
    try {
      const { download, stamp } = await import('../files/download')
      const name = `${text('file')}${study.code}-${stamp(new Date(question.at))}.jsonl`
      await download({ call: 'POST /held-grants/export', body: question, name })
      say.done(text('signed'))
    } catch (failure) {
      say.failed(failure)
    } finally {
      setSaving(false)
    }
  }
  return (
    <ReadDialog title={text('title', { study: study.code })} wide onClose={onClose}>
      <div className={styles.ask}>
        <TextField
          type="datetime-local"
          size="small"
          label={text('at')}
          value={value}
          error={when === undefined}
          helperText={when === undefined ? text('wrong') : undefined}
          onChange={({ target }) => setValue(target.value)}
          slotProps={{ htmlInput: { step: 1 }, inputLabel: { shrink: true } }}
        />
        <Button onClick={sign} disabled={when === undefined} loading={saving}>
          {text('sign')}
        </Button>
      </div>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && !data && when !== undefined && <Waiting />}
      {data?.length === 0 && <p role="status">{text('nobody')}</p>}
      {data && data.length > 0 && <Held rows={data} />}
      {data && data.length >= count && (
        <Button onClick={() => setCount(count + STEP)}>{text('more')}</Button>
      )}
    </ReadDialog>
  )
}

function Held({ rows }: { rows: Schemas['HeldThen'][] }) {
  const text = useOwnText('held')
  return (
    <ReadTable>
      <thead>
        <tr>
          {['person', 'software', 'sites', 'roles', 'from', 'to', 'by'].map((column) => (
            <th scope="col" key={column}>
              {text(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              {row.fullName}
              <small>{row.userName}</small>
            </td>
            <td>{row.softwareName}</td>
            <td>{row.siteNames || '–'}</td>
            <td>{row.roleNames || '–'}</td>
            <td>
              <TimeText at={row.validFrom} />
            </td>
            <td>
              <TimeText at={row.validTo} />
            </td>
            <td>{row.createByUserName || '–'}</td>
          </tr>
        ))}
      </tbody>
    </ReadTable>
  )
}
