import { useCallback } from 'react'
import { useTranslate } from 'react-admin'

/** Puts an action of the audit into words: `user.lock_lifted` is "User: lock lifted". One without words stands as it is. */
export function useWhat() {
  const translate = useTranslate()
  return useCallback(
    (action: string): string => {
      const [about = '', verb = ''] = action.split('.')
      const said = (group: string, key: string) =>
        translate(`resources.audit-events.${group}.${key}`, { _: '' })
      const [who, what] = [said('about', about), said('verbs', verb)]
      return who && what ? translate('resources.audit-events.what', { who, what }) : action
    },
    [translate],
  )
}
