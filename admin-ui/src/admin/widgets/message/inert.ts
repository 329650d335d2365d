/** Markup of somebody else's: nothing of it runs, loads or leads anywhere. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`

interface Policy {
  createHTML(html: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy
}

/**
 * The Trusted Types policy of frames that may do nothing, beside the default one, which lets no markup through. What it
 * makes goes into such a frame alone.
 */
export const inert = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  'inert',
  {
    createHTML: (html) => POLICY + html,
  },
) ?? { createHTML: (html: string) => POLICY + html }
