import { type ReactNode, useState } from 'react'
import { sentence } from '../../shared/form'
import { t } from '../../shared/i18n'
import { Button, Dialog, FormAlert, tellCancelled } from '../../shared/shell'

interface QuestionProps {
  title: string
  children: ReactNode
  /** What the main button says. */
  yes: string
  /** Does it; the dialog closes when it is done and says why when it is not. */
  act: () => Promise<void>
  onClose: () => void
}

/** Asks before something is done that cannot be taken back. */
export function Question({ title, children, yes, act, onClose }: QuestionProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const go = async () => {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      await act()
      onClose()
    } catch (error) {
      setProblem(sentence(error))
      setBusy(false)
    }
  }
  const cancel = () => {
    // What was agreed to goes on, also out of sight.
    if (!busy) tellCancelled()
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>{t('common.cancel')}</Button>
          <Button kind="main" busy={busy} onClick={() => void go()}>
            {yes}
          </Button>
        </>
      }
    >
      <FormAlert text={problem} />
      {children}
    </Dialog>
  )
}
