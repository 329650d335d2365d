import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import {
  BOUNDS,
  changed,
  expressionOf,
  type Field,
  fieldsOf,
  PARTS,
  type Part,
  WAYS,
  type Way,
} from './cron'
import { NextTimes } from './NextTimes'
import styles from './task.module.css'

/** The values of each field that are offered by boxes; years are typed. */
const valuesOf = (part: Part): number[] => {
  const [low, high] =
    part === 'year' ? [new Date().getFullYear(), new Date().getFullYear() + 11] : BOUNDS[part]
  return Array.from({ length: high - low + 1 }, (_, at) => low + at)
}

interface CronDialogProps {
  cron: string
  zone: string
  workdaysOf: string | null
  onDone(cron: string): void
  onClose(): void
}

/** Builds an expression: a tab for each field, and below it what comes of it. */
export function CronDialog({ cron, zone, workdaysOf, onDone, onClose }: CronDialogProps) {
  const text = useText('tasks')
  const translate = useTranslate()
  const id = useId()
  const [fields, setFields] = useState(() => fieldsOf(cron))
  const [part, setPart] = useState<Part>('second')
  const built = expressionOf(fields)
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="md">
      <DialogTitle id={id}>{text('build_title')}</DialogTitle>
      <DialogContent dividers>
        <Tabs
          value={part}
          onChange={(_, next: Part) => setPart(next)}
          variant="scrollable"
          aria-label={text('build_title')}
        >
          {PARTS.map((each) => (
            <Tab
              key={each}
              value={each}
              label={text(`parts.${each}`)}
              id={`${id}${each}`}
              aria-controls={`${id}panel`}
            />
          ))}
        </Tabs>
        <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${part}`}>
          <PartForm
            key={part}
            part={part}
            field={fields[part]}
            onChange={(field) => setFields(changed(fields, part, field))}
          />
        </div>
        <TextField
          label={text('fields.cronExpression')}
          value={built}
          fullWidth
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        <NextTimes cron={built} zone={zone} workdaysOf={workdaysOf} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={() => onDone(built)}>
          {translate('ra.action.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface PartFormProps {
  part: Part
  field: Field
  onChange(field: Field): void
}

function PartForm({ part, field, onChange }: PartFormProps) {
  const text = useText('tasks')
  const ways: readonly Way[] = field.way === 'text' ? [...WAYS[part], 'text'] : WAYS[part]
  return (
    <RadioGroup
      className={styles.ways ?? ''}
      aria-label={text(`parts.${part}`)}
      value={field.way}
      onChange={(event) => onChange({ ...field, way: event.target.value as Way })}
    >
      {ways.map((way) => (
        <div key={way} className={styles.way}>
          <FormControlLabel
            value={way}
            control={<Radio size="small" />}
            label={text(`ways.${way}`, { part: text(`parts.${part}`), text: field.text })}
          />
          {field.way === way && <Numbers part={part} field={field} onChange={onChange} />}
        </div>
      ))}
    </RadioGroup>
  )
}

/** The numbers of the chosen way. */
function Numbers({ part, field, onChange }: PartFormProps) {
  const text = useText('tasks')
  const [low, high] = BOUNDS[part]
  const number = (name: 'from' | 'to', label: string, least = low, most = high) => (
    <TextField
      key={name}
      className={styles.number ?? ''}
      size="small"
      type="number"
      label={text(label)}
      value={field[name]}
      onChange={(event) => {
        const typed = Math.trunc(Number(event.target.value))
        onChange({ ...field, [name]: Math.min(most, Math.max(least, typed)) })
      }}
      slotProps={{ htmlInput: { min: least, max: most } }}
    />
  )
  switch (field.way) {
    case 'range':
      return [number('from', 'from'), number('to', 'to')]
    case 'step':
      return [number('from', 'from'), number('to', 'each', 1, high)]
    case 'nearest':
    case 'lastOf':
      return number('from', part === 'week' ? 'weekday' : 'day')
    case 'nth':
      return [number('from', 'weekday'), number('to', 'nth', 1, 5)]
    case 'some':
      return <Boxes part={part} field={field} onChange={onChange} />
    default:
      return null
  }
}

function Boxes({ part, field, onChange }: PartFormProps) {
  const text = useText('tasks')
  const turn = (value: number) => {
    const some = field.some.includes(value)
      ? field.some.filter((each) => each !== value)
      : [...field.some, value]
    onChange({ ...field, some })
  }
  return (
    <fieldset className={`${styles.some} ${styles.ways}`} aria-label={text(`parts.${part}`)}>
      {valuesOf(part).map((value) => (
        <FormControlLabel
          key={value}
          control={
            <Checkbox
              size="small"
              checked={field.some.includes(value)}
              onChange={() => turn(value)}
            />
          }
          label={part === 'week' ? text(`weekdays.${value}`) : value}
        />
      ))}
    </fieldset>
  )
}
