/** What every form has, in a dialog, on a page of its own or within one. */
import Button, { type ButtonProps } from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Failure } from '../feedback/Failure'
import type { Named } from './Conflict'
import { LazyConflict } from './LazyConflict'
import { Labels } from './labels'
import type { Saved } from './useSave'

/** A rule speaks when its field is left, not only when everything is sent. */
export const SPEAKING = { mode: 'onBlur', noValidate: true } as const

interface InputsProps {
  saving: Saved
  /** Fields whose values are ids, to be named where two people changed them. */
  names?: Readonly<Record<string, Named>> | undefined
  className?: string | undefined
  children: ReactNode
}

/** The inputs. Once a save came second, what the other person did stands above them, to be chosen from. */
export function Inputs({ saving, names, className, children }: InputsProps) {
  const { labels, base, theirs, settle } = saving
  return (
    <div className={className}>
      {base && theirs && (
        <LazyConflict
          key={String(theirs.version)}
          onResolved={settle}
          {...{ base, theirs, labels, names }}
        />
      )}
      <Labels value={labels}>{children}</Labels>
    </div>
  )
}

/** What the server refused and no field has a place for. */
export function Refusal({ saving: { problem } }: { saving: Saved }) {
  return problem === undefined ? null : <Failure error={problem} />
}

/** Sends the form; not before it is chosen which of two people's changes stand. */
export function Submit({ saving, children, ...button }: ButtonProps & { saving: Saved }) {
  const translate = useTranslate()
  return (
    <Button
      type="submit"
      variant="contained"
      disabled={saving.theirs !== undefined}
      loading={saving.isSaving}
      {...button}
    >
      {children ?? translate('ra.action.save')}
    </Button>
  )
}
