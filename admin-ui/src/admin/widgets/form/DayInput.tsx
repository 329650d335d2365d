import CalendarMonth from '@mui/icons-material/CalendarMonth'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { useRef } from 'react'
import { type InputProps, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useOwnText } from '../data/useText'
import styles from './DayInput.module.css'
import { dayOf, isDay, momentOf } from './days'
import { fits } from './rules'

interface DayInputProps extends InputProps {
  /** The value is a moment: where the day begins for the reader, or where it ends. */
  moment?: 'start' | 'end'
}

/**
 * A day, written year first in every language: a browser's own field writes it as its system does, with the
 * month before the day in some and after it in others. The browser's calendar still opens beside it.
 */
export function DayInput({ source, moment }: DayInputProps) {
  const say = useOwnText('day')
  const { getValues, setValue } = useFormContext()
  const calendar = useRef<HTMLInputElement>(null)
  const shown = (value: unknown) =>
    moment ? dayOf(String(value ?? ''), moment) : String(value ?? '')
  const kept = (typed: string) => (moment && isDay(typed) ? momentOf(typed, moment) : typed) || null
  const open = () => {
    if (!calendar.current) return
    const typed = shown(getValues(source))
    calendar.current.value = isDay(typed) ? typed : ''
    calendar.current.showPicker()
  }
  return (
    <TextInput
      source={source}
      placeholder={say('shape')}
      autoComplete="off"
      format={shown}
      parse={(typed: string) => kept(typed.trim())}
      validate={fits(say('wrong'), (value) => isDay(shown(value)))}
      slotProps={{
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton edge="end" aria-label={say('choose')} onClick={open}>
                <CalendarMonth />
              </IconButton>
              <input
                ref={calendar}
                type="date"
                className={styles.calendar}
                tabIndex={-1}
                aria-hidden
                onChange={({ target }) =>
                  setValue(source, kept(target.value), {
                    shouldDirty: true,
                    shouldValidate: true,
                  })
                }
              />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
