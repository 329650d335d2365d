import { useState } from 'react'
import { useLocaleState } from 'react-admin'
import { DayPicker } from 'react-day-picker'
import { zhCN } from 'react-day-picker/locale'
import { useOwnText } from '../data/useText'
import styles from './DaysPicker.module.css'

/** A day in the reader's time zone, as `yyyy-MM-dd`. */
export function textOf(day: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The start of a day in the reader's time zone. */
export function dayOf(text: string): Date {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, day)
}

interface DaysPickerProps {
  label: string
  /** `yyyy-MM-dd`, sorted. */
  days: string[]
  onChange(days: string[]): void
  problem?: string | undefined
  /** Says how many there are, in all and in the year that is shown. */
  count(inAll: number, inYear: number, year: number): string
}

/** Several days, chosen in a calendar: by the mouse, or by the arrow keys and the space bar. */
export function DaysPicker({ label, days, onChange, problem, count }: DaysPickerProps) {
  const [locale] = useLocaleState()
  const text = useOwnText('days')
  // Today, whatever is chosen: two that stand side by side begin with the same month.
  const [month, setMonth] = useState(() => new Date())
  const year = month.getFullYear()
  const inYear = days.filter((day) => day.startsWith(`${year}-`)).length
  return (
    <fieldset className={styles.picker}>
      <legend>{label}</legend>
      <div className={styles.years}>
        {([-1, 1] as const).map((step) => (
          <button
            key={step}
            type="button"
            className={styles.turn}
            aria-label={text('of', { step: text(step < 0 ? 'before' : 'after'), label })}
            onClick={() => setMonth(new Date(year + step, month.getMonth(), 1))}
          >
            {step < 0 ? '«' : '»'}
          </button>
        ))}
      </div>
      <DayPicker
        mode="multiple"
        selected={days.map(dayOf)}
        onSelect={(chosen) => onChange((chosen ?? []).map(textOf).sort())}
        month={month}
        onMonthChange={setMonth}
        {...(locale === 'zh' ? { locale: zhCN } : {})}
        weekStartsOn={1}
        showOutsideDays={false}
        fixedWeeks
        // Two of them may stand side by side.
        labels={{ labelNav: () => label }}
        classNames={{
          root: styles.root ?? '',
          months: styles.months ?? '',
          month_caption: styles.caption ?? '',
          nav: styles.nav ?? '',
          button_previous: styles.turn ?? '',
          button_next: styles.turn ?? '',
          chevron: styles.chevron ?? '',
          month_grid: styles.grid ?? '',
          weekday: styles.weekday ?? '',
          day: styles.day ?? '',
          day_button: styles.button ?? '',
          selected: styles.selected ?? '',
          today: styles.today ?? '',
        }}
      />
      <p aria-live="polite" className={styles.count}>
        {count(days.length, inYear, year)}
      </p>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
