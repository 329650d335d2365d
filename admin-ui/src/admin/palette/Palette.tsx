import Dialog from '@mui/material/Dialog'
import useAutocomplete from '@mui/material/useAutocomplete'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { UserInfo } from '../../shared/session'
import { Icon } from '../../shared/shell'
import { useSettled } from '../widgets/list/useSettled'
import { type Entry, useFixedEntries, useFound } from './entries'
import styles from './palette.module.css'

interface PaletteProps {
  user: UserInfo
  onSignOut(): void
  onClose(): void
}

/** Every word of what was typed is somewhere in the entry. */
function fits({ label, hint = '' }: Entry, typed: string): boolean {
  const text = `${label} ${hint}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Where one goes anywhere from the keyboard. */
export function Palette(props: PaletteProps) {
  const name = useTranslate()('cardea.palette.title')
  return (
    <Dialog
      open
      onClose={props.onClose}
      slotProps={{ paper: { className: styles.paper ?? '', 'aria-label': name } }}
    >
      <Search name={name} {...props} />
    </Dialog>
  )
}

/** A line to type in, and what fits it. */
function Search({ name, user, onSignOut, onClose }: PaletteProps & { name: string }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const id = useId()
  const [typed, type] = useState('')
  const fixed = useFixedEntries({ user, onSignOut })
  const { found, isLooking } = useFound({ user }, useSettled(typed.trim()))
  const options = [...fixed.filter((entry) => fits(entry, typed.trim())), ...(typed ? found : [])]
  const go = (entry: Entry | null) => {
    if (!entry) return
    onClose()
    entry.act?.()
    if (entry.to) navigate(entry.to)
  }
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete({
    id,
    open: true,
    options,
    value: null,
    inputValue: typed,
    onInputChange: (_, text, reason) => reason === 'input' && type(text),
    onChange: (_, entry) => go(entry),
    onClose: (_, reason) => reason === 'escape' && onClose(),
    getOptionLabel: ({ label }) => label,
    getOptionKey: ({ key }) => key,
    // They fit, or the server found them.
    filterOptions: (all) => all,
    autoHighlight: true,
  })
  // Made for list elements, which hold no groups.
  const list: object = { ...getListboxProps(), 'aria-label': name, 'aria-labelledby': undefined }
  const groups = [...new Set(options.map(({ group }) => group))]
  return (
    <>
      <div {...getRootProps()} className={styles.line}>
        <Icon name="search" />
        <input
          {...getInputProps()}
          className={styles.input}
          placeholder={translate('cardea.palette.hint')}
          aria-label={name}
          // biome-ignore lint/a11y/noAutofocus: it was opened to type.
          autoFocus
        />
        <kbd className={styles.key}>Esc</kbd>
      </div>
      {options.length > 0 && (
        <div {...list} className={styles.list}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: groups of a list box have no element.
            <div key={group} role="group" aria-label={group}>
              <div className={styles.group} aria-hidden="true">
                {group}
              </div>
              {options.map((option, index) => {
                if (option.group !== group) return null
                const { key, ...props } = getOptionProps({ option, index })
                return (
                  <div key={key} {...(props as object)} className={styles.option}>
                    <span>{option.label}</span>
                    {option.hint && <small>{option.hint}</small>}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      )}
      <p className={styles.state} role="status">
        {isLooking && translate('cardea.palette.looking')}
        {!isLooking && options.length === 0 && translate('cardea.palette.nothing')}
      </p>
    </>
  )
}
