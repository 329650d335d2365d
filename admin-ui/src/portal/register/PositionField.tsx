import { useId } from 'react'
import css from '../../shared/shell/field.module.css'
import type { Invitation } from './rules'
import { t } from './texts'

interface PositionFieldProps {
  positions: Invitation['positionList']
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The choice of a position. */
export function PositionField({ positions, value, error, onChange }: PositionFieldProps) {
  const id = useId()
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {t('position')}
      </label>
      <div className={css.frame}>
        <select
          id={id}
          name="positionId"
          className={css.input}
          autoComplete="organization-title"
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{t('choose')}</option>
          {positions.map((position) => (
            <option key={position.id} value={position.id}>
              {position.name}
            </option>
          ))}
        </select>
      </div>
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </div>
  )
}
