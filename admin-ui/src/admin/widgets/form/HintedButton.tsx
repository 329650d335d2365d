import Button, { type ButtonProps } from '@mui/material/Button'
import { useId } from 'react'
import styles from './HintedButton.module.css'

/**
 * A button that says why nothing can be done with it yet. It keeps its place among what the keyboard
 * reaches, and the reason stands beside it: a bubble would open for a mouse alone.
 */
export function HintedButton({ hint, ...button }: ButtonProps & { hint?: string | undefined }) {
  const id = useId()
  if (!hint) return <Button {...button} />
  const { onClick: _, ...rest } = button
  return (
    <span className={styles.hinted}>
      <Button {...rest} className={styles.off ?? ''} aria-disabled aria-describedby={id} />
      <small id={id}>{hint}</small>
    </span>
  )
}
