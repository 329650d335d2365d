import type { ComponentType } from 'react'
import CheckEmail from './checkEmail/CheckEmail'
import Forget from './forget/Forget'
import Register from './register/Register'
import type { PageProps } from './router'
import SetUp from './setUp/SetUp'

const PAGES: Readonly<Record<string, ComponentType<PageProps>>> = {
  '/checkEmail': CheckEmail,
  '/register': Register,
  '/setUp': SetUp,
}

/** The pages that links with a key lead to: one part, so that the sign-in knows of one file and not of four. */
export default function Keyed({ place }: PageProps) {
  const Shown = PAGES[place.path] ?? Forget
  return <Shown place={place} />
}
