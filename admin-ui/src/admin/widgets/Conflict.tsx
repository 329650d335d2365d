import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId, useState } from 'react'
import { type RaRecord, useGetMany, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import styles from './Conflict.module.css'
import type { Choice as Choosable } from './choices'
import { useTexts } from './conflictTexts'
import { type Differences, differences, isBlank, type Side } from './merging'

/**
 * How a value is read: an id by its name among some choices or in a field of the record of a noun;
 * anything else by what is said of it, beside what it was before.
 */
export type Named =
  | { choices: Choosable[] }
  | { reference: string; source: string }
  | { said(value: unknown, before: unknown): string }

interface ConflictProps {
  /** The record as the form read it. */
  base: RaRecord
  /** The record as it is now. */
  theirs: RaRecord
  /** The fields that a save carries, with their labels. */
  labels: Readonly<Record<string, string>>
  /** Fields whose values say nothing to a reader. */
  names?: Readonly<Record<string, Named>> | undefined
  /** The form now stands on the newest state. */
  onResolved(): void
}

/**
 * Somebody else saved this record first. What only one side has changed is put together by itself;
 * where both have, the reader sees both and chooses. Nothing is saved before they press Save again.
 */
export function Conflict({ base, theirs, labels, names = {}, onResolved }: ConflictProps) {
  const say = useTexts()
  const { getValues, setValue } = useFormContext()
  const [found] = useState<Differences>(() =>
    differences(base, getValues(), theirs, Object.keys(labels)),
  )
  const [choice, setChoice] = useState<Record<string, Side>>({})

  /** Puts the form on the newest state, with `mine` where a field is ours. */
  const resolve = (isMine: (field: string) => boolean) => {
    for (const field of Object.keys(labels)) {
      if (!isMine(field)) setValue(field, theirs[field] ?? null, { shouldDirty: true })
    }
    setValue('version', theirs.version)
    onResolved()
  }
  const shown = (field: string, value: unknown) => (
    <Value value={value} before={base[field]} named={names[field]} nothing={say('nothing')} />
  )
  return (
    <Alert severity="warning" className={styles.conflict ?? ''}>
      <p>{say('text')}</p>
      {found.theirs.length > 0 && (
        <>
          <p>{say('theirs_only')}</p>
          <ul>
            {found.theirs.map((field) => (
              <li key={field}>
                {labels[field]}: {shown(field, theirs[field])}
              </li>
            ))}
          </ul>
        </>
      )}
      {found.both.length > 0 && <p>{say('both')}</p>}
      {found.both.map((field) => (
        <Choice
          key={field}
          label={labels[field] ?? field}
          side={choice[field] ?? 'mine'}
          onChange={(side) => setChoice({ ...choice, [field]: side })}
          mine={shown(field, getValues(field))}
          theirs={shown(field, theirs[field])}
        />
      ))}
      <div className={styles.acts}>
        <Button
          variant="contained"
          color="inherit"
          onClick={() =>
            resolve((field) =>
              found.both.includes(field) ? choice[field] !== 'theirs' : found.mine.includes(field),
            )
          }
        >
          {say('merge')}
        </Button>
        <Button color="inherit" onClick={() => resolve(() => false)}>
          {say('reload')}
        </Button>
      </div>
    </Alert>
  )
}

interface ChoiceProps {
  label: string
  side: Side
  onChange(side: Side): void
  mine: React.ReactNode
  theirs: React.ReactNode
}

function Choice({ label, side, onChange, mine, theirs }: ChoiceProps) {
  const say = useTexts()
  const id = useId()
  const option = (value: Side, shown: React.ReactNode) => (
    <FormControlLabel
      value={value}
      control={<Radio size="small" />}
      label={
        <>
          {say(value)} {shown}
        </>
      }
    />
  )
  return (
    <FormControl className={styles.choice ?? ''}>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={side}
        onChange={(_, value) => onChange(value as Side)}
      >
        {option('mine', mine)}
        {option('theirs', theirs)}
      </RadioGroup>
    </FormControl>
  )
}

interface ValueProps {
  value: unknown
  before: unknown
  named: Named | undefined
  nothing: string
}

/** A value as a person reads it: an id by its name, no value as a word. */
function Value({ value, before, named, nothing }: ValueProps) {
  const translate = useTranslate()
  const record = named && 'reference' in named && !isBlank(value) ? named : undefined
  const { data } = useGetMany(
    record?.reference ?? '',
    { ids: record ? [String(value)] : [] },
    { enabled: record !== undefined },
  )
  if (named && 'said' in named) return <strong>{named.said(value, before)}</strong>
  if (isBlank(value)) return <em>{nothing}</em>
  if (typeof value === 'boolean') return <strong>{translate(`ra.boolean.${value}`)}</strong>
  const [found] = data ?? []
  if (record && found) return <strong>{String(found[record.source])}</strong>
  const choices = named && 'choices' in named ? named.choices : []
  return <strong>{choices.find(({ id }) => id === value)?.name ?? String(value)}</strong>
}
