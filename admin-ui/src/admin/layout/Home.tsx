import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Loading, useTranslate } from 'react-admin'
import { Navigate } from 'react-router-dom'
import { leave, userInfo } from '../../shared/session'
import { useMenu } from './Layout'
import styles from './Layout.module.css'
import { firstPath } from './menu'

/** /index itself: leads to the first entry of the menu; without any menu, to the chooser. */
export function Home() {
  const translate = useTranslate()
  const menu = useMenu()
  const user = useQuery({ queryKey: ['user-info'], queryFn: userInfo, retry: false })
  const menuless = user.data?.menuList.length === 0
  useEffect(() => {
    if (menuless) leave('/softIndex')
  }, [menuless])
  if (!menu.data || menuless) return <Loading />
  const path = firstPath(menu.data)
  if (path) return <Navigate to={`/index/${path}`} replace />
  return <p className={styles.note}>{translate('cardea.layout.no_menu')}</p>
}
