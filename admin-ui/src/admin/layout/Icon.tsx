/**
 * The icons of the console's frame, drawn on a 20 px grid in the colour of the text. The server's
 * menu names an icon; an unknown name gets a plain one rather than a hole.
 */

const PATHS: Record<string, string> = {
  chevron: 'M7 5l5 5-5 5',
  fold: 'M11 5l-5 5 5 5M16 5v10',
  unfold: 'M9 5l5 5-5 5M4 5v10',
  system: 'M4 6h9M16 6h0M4 10h2M9 10h7M4 14h7M14 14h2',
  tenant: 'M4 17V4h8v13M12 8h4v9M2.5 17h15M7 7.5h2M7 10.5h2M7 13.5h2',
  project: 'M7.5 3h5M8.5 3v5L4 15.5A1 1 0 0 0 5 17h10a1 1 0 0 0 1-1.5L11.5 8V3M6.5 12.5h7',
  software: 'M3.5 4h13v9h-13zM7.5 16.5h5M10 13v3.5',
  base: 'M4 5.5h12M4 10h12M4 14.5h12',
  setting:
    'M10 7.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.6 1.6M13.7 13.7l1.6 1.6M15.3 4.7l-1.6 1.6M6.3 13.7l-1.6 1.6',
  plain: 'M4 4.5h5v5H4zM11 4.5h5v5h-5zM4 11h5v5H4zM11 11h5v5h-5z',
}

/** Which drawing fits a name the server sends, by the words that such names carry. */
function drawing(name: string | null): string | undefined {
  if (name && Object.hasOwn(PATHS, name)) return PATHS[name]
  const word = Object.keys(PATHS).find((each) => name?.toLowerCase().includes(each))
  return PATHS[word ?? 'plain']
}

export function Icon({ name }: { name: string | null }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-icon={name ?? undefined}
    >
      <path d={drawing(name)} />
    </svg>
  )
}
