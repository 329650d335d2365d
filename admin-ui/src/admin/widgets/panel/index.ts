export type { Definition, Grant, Issue, OptionsPage, OptionsQuery } from './model'
export { PanelForm } from './PanelForm'
export type { Present } from './present'
export type { PanelSource } from './useOptions'
