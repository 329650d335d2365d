import { useInput } from 'react-admin'
import { MenuIcon } from '../../../layout/Icon'
import icons from '../../../layout/menuIcons.json'
import styles from './menu.module.css'

/** One of the icons that the console draws. The arrows move between them. */
export function IconPicker({ label }: { label: string }) {
  const { field, fieldState } = useInput({ source: 'icon', defaultValue: '' })
  return (
    <fieldset className={styles.icons}>
      <legend>{label} *</legend>
      {Object.keys(icons).map((name) => (
        <label key={name} title={name}>
          <input
            type="radio"
            name={field.name}
            value={name}
            aria-label={name}
            checked={field.value === name}
            onChange={() => field.onChange(name)}
          />
          <MenuIcon name={name} />
        </label>
      ))}
      {fieldState.error?.message && <p role="alert">{fieldState.error.message}</p>}
    </fieldset>
  )
}
