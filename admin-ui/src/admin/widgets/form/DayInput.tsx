import CalendarMonth from '@mui/icons-material/CalendarMonth'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { useRef } from 'react'
import { TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useOwnText } from '../data/useText'
import styles from './DayInput.module.css'
import { fits } from './rules'

/** Whether a text is a day of the calendar, year first. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/**
 * A day, written year first in every language: a browser's own field writes it as its system does, with the
 * month before the day in some and after it in others. The browser's calendar still opens beside it.
 */
export function DayInput({ source }: { source: string }) {
  const say = useOwnText('day')
  const { getValues, setValue } = useFormContext()
  const calendar = useRef<HTMLInputElement>(null)
  const open = () => {
    if (!calendar.current) return
    const typed = String(getValues(source) ?? '')
    calendar.current.value = isDay(typed) ? typed : ''
    calendar.current.showPicker()
  }
  return (
    <TextInput
      source={source}
      placeholder={say('shape')}
      autoComplete="off"
      parse={(typed: string) => typed.trim() || null}
      validate={fits(say('wrong'), isDay)}
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
                  setValue(source, target.value || null, {
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
