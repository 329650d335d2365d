import { Fragment, type ReactNode } from 'react'
import { Link } from '../router'
import css from './help.module.css'
import { t as say } from './texts'
import type { Manual, Node } from './tree'

/** Draws the body of a manual: every node an element, every text a text. */
export function Body({ manual }: { manual: Manual }) {
  return <>{children(manual.nodes, manual)}</>
}

// A manual never changes while it is shown: the place of a node is its key.
const children = (nodes: readonly Node[], manual: Manual): ReactNode[] =>
  nodes.map((node, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as said above.
    <Fragment key={at}>{draw(node, manual)}</Fragment>
  ))

function draw(node: Node, manual: Manual): ReactNode {
  if (typeof node === 'string') return node
  if (node.tag === 'img') {
    return (
      <img
        className={css.picture}
        src={manual.pictures[node.src]}
        alt={node.alt}
        width={node.width}
        height={node.height}
        loading="lazy"
        decoding="async"
      />
    )
  }
  const inner = children(node.children, manual)
  switch (node.tag) {
    case 'h2':
    case 'h3': {
      const title = node.children.filter((each) => typeof each === 'string').join('')
      return (
        <node.tag id={node.id}>
          {inner}
          <a className={css.anchor} href={`#${node.id}`} aria-label={say('anchor', { title })}>
            #
          </a>
        </node.tag>
      )
    }
    case 'a':
      return node.href.startsWith('#') ? (
        <a href={node.href}>{inner}</a>
      ) : (
        <Link to={node.href}>{inner}</Link>
      )
    case 'ol':
      return <ol start={node.start}>{inner}</ol>
    case 'table':
      return (
        // Wide tables scroll by themselves, also by keyboard; the page does not.
        <div className={css.scroll}>
          <table>{inner}</table>
        </div>
      )
    default:
      return <node.tag>{inner}</node.tag>
  }
}
