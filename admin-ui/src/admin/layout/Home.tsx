import { useEffect } from 'react'
import { Loading, useTranslate } from 'react-admin'
import { Navigate } from 'react-router-dom'
import { leave } from '../../shared/session'
import { useUser } from './Layout'
import styles from './Layout.module.css'
import { firstPath, sectionsOf } from './menu'

/** /index itself: leads to the first entry of the menu; without any menu, to the chooser. */
export function Home() {
  const translate = useTranslate()
  const { data: user } = useUser()
  const menuless = user?.menuList.length === 0
  useEffect(() => {
    if (menuless) leave('/softIndex')
  }, [menuless])
  if (!user || menuless) return <Loading />
  const path = firstPath(sectionsOf(user.menuList))
  if (path) return <Navigate to={`/index/${path}`} replace />
  return <p className={styles.note}>{translate('cardea.layout.no_menu')}</p>
}
