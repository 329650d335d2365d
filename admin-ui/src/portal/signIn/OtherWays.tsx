import Providers from '../federation/Providers'
import PasskeyButton, { type PasskeyButtonProps } from './PasskeyButton'

/** The ways to sign in that stand below the form: a passkey, and other identity providers. */
export default function OtherWays({ returnTo, onDone }: PasskeyButtonProps) {
  return (
    <>
      <PasskeyButton returnTo={returnTo} onDone={onDone} />
      <Providers returnTo={returnTo} />
    </>
  )
}
