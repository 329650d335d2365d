import { BooleanInput } from 'react-admin'

interface SecondFactorInputProps {
  /** What requiring one means here. */
  helperText: string
  className?: string | undefined
}

/** Whether people have to prove a second factor when they sign in. */
export function SecondFactorInput({ helperText, className = '' }: SecondFactorInputProps) {
  return (
    <BooleanInput
      source="mfaRequired"
      label="cardea.second_factor.label"
      helperText={helperText}
      className={className}
      defaultValue={false}
    />
  )
}
