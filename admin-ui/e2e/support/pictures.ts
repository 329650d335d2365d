/**
 * What README and docs show, by the names under which the journey of the main job takes it, in each
 * language: `docs/images` has these and no other. Every other picture is for whoever looks at a change.
 */
export const DOCUMENTED: readonly string[] = ['sign-in', 'panel', 'result', 'chooser', 'arrival']
