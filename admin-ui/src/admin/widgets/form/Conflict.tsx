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
import { useOwnText } from '../data/useText'
import styles from './Conflict.module.css'
import type { Choice as Choosable } from './choices'
import { type Differences, differences, isBlank, type Side, written } from './merging'

type Values = Readonly<Record<string, unknown>>

/**
 * How a value is read: an id by its name among some choices or in a field of the record of a noun;
 * anything else by what is said of it, which may look at what it was before, and at what is beside it.
 */
export type Named =
  | { choices: Choosable[] }
  | { reference: string; source: string }
  | { said(value: unknown, before: unknown, beside: Values): React.ReactNode }

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
  const say = useOwnText('conflict')
  const { getValues, setValue } = useFormContext()
  const [found] = useState<Differences>(() =>
    differences(base, getValues(), theirs, Object.keys(labels)),
  )
  const [choice, setChoice] = useState<Record<string, Side>>({})

  /** Puts the form on the newest state, with `mine` where a field is ours. */
  const resolve = (isMine: (field: string) => boolean) => {
    // What the form has no label for goes with the newest state too, its version before all.
    for (const field of new Set([...Object.keys(theirs), ...Object.keys(labels)])) {
      const kept = field in labels && isMine(field)
      if (!kept) setValue(field, theirs[field] ?? null, { shouldDirty: true })
    }
    onResolved()
  }
  const shown = (field: string, side: Values) => {
    const named = names[field]
    if (!named || !('said' in named)) {
      return <Value value={side[field]} named={named} nothing={say('nothing')} />
    }
    return <strong>{named.said(side[field], base[field], side)}</strong>
  }
  return (
    <Alert severity="warning" className={styles.conflict ?? ''}>
      <p>{say('text')}</p>
      {found.theirs.length > 0 && (
        <>
          <p>{say('theirs_only')}</p>
          <ul>
            {found.theirs.map((field) => (
              <li key={field}>
                {labels[field]}: {shown(field, theirs)}
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
          mine={shown(field, getValues())}
          theirs={shown(field, theirs)}
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
  const say = useOwnText('conflict')
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
  named: Exclude<Named, { said: unknown }> | undefined
  nothing: string
}

/** A value as a person reads it: an id by its name, no value as a word. */
function Value({ value, named, nothing }: ValueProps) {
  const translate = useTranslate()
  const record = named && 'reference' in named && !isBlank(value) ? named : undefined
  const { data, isPending } = useGetMany(
    record?.reference ?? '',
    { ids: record ? [String(value)] : [] },
    { enabled: record !== undefined },
  )
  if (isBlank(value) || (Array.isArray(value) && value.length === 0)) return <em>{nothing}</em>
  if (typeof value === 'boolean') return <strong>{translate(`ra.boolean.${value}`)}</strong>
  if (record && isPending) return <strong>…</strong>
  const [found] = data ?? []
  if (record && found) return <strong>{String(found[record.source])}</strong>
  const choices = named && 'choices' in named ? named.choices : []
  const read = (one: unknown) => choices.find(({ id }) => id === one)?.name ?? written(one)
  if (!Array.isArray(value)) return <strong>{read(value)}</strong>
  return <strong>{value.map(read).join(translate('cardea.list_separator'))}</strong>
}
