import Button from '@mui/material/Button'
import { useRef } from 'react'

interface FileButtonProps {
  label: string
  /** The kinds of files, as their names end. */
  accept: string
  loading: boolean
  onChoose(file: File): void
}

/** Chooses a file. */
export function FileButton({ label, accept, loading, onChoose }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="outlined" loading={loading} onClick={() => field.current?.click()}>
        {label}
      </Button>
      {/* The button stands for it: one thing, one stop. */}
      <input
        ref={field}
        hidden
        type="file"
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be chosen again once it was corrected.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
