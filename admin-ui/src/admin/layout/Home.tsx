import { lazy, useEffect } from 'react'
import { Loading, useTranslate } from 'react-admin'
import { leave } from '../../shared/session'
import { HOME } from '../routes'
import { useUser } from '../useUser'
import styles from './Layout.module.css'
import { sectionsOf } from './menu'

const Page = lazy(async () => ({ default: await HOME.load() }))

/** /index itself: the home of the console; without any menu, the chooser. */
export function Home() {
  const translate = useTranslate()
  const { data: user } = useUser()
  const menuless = user?.menuList.length === 0
  useEffect(() => {
    if (menuless) leave('/softIndex')
  }, [menuless])
  if (!user || menuless) return <Loading />
  if (sectionsOf(user.menuList).length > 0) return <Page />
  return <p className={styles.note}>{translate('cardea.layout.no_menu')}</p>
}
