import { useBranding } from '../branding'

/** The logo of the deployment, or the product's own: a door on its hinge. Decorative. */
export function Mark({ size = 28 }: { size?: number }) {
  const { logo } = useBranding()
  if (logo) return <img src={logo} alt="" height={size} />
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeLinecap="round" strokeLinejoin="round">
        <path d="M10 25V7.5" strokeWidth="2.6" />
        <path
          d="M10 7.5 20.6 11v17.5L10 25"
          fill="var(--on-accent)"
          fillOpacity=".22"
          strokeWidth="2"
        />
        <path d="M10 7.5A17.5 17.5 0 0 1 25 16.5" strokeOpacity=".55" strokeWidth="1.7" />
      </g>
      <circle cx="17.2" cy="19" r="1.5" fill="var(--on-accent)" />
    </svg>
  )
}
