import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pageConfig } from '../../page/page-config.ts';
import look from '../look/look.module.css';
import styles from './markdown-text.module.css';

interface MarkdownTextProps {
  content: string;
  /** Whether it is a widget of its own, with a frame. */
  isCard?: boolean;
  /**
   * Whether a language model wrote it; no picture of another host is shown then, not even of a listed one: its address
   * could carry what the model has read, as values of the data may ask it to.
   */
  isGenerated?: boolean;
  /** Called when it has been drawn. */
  onRendered?(): void;
}

const NO_HOSTS: readonly string[] = [];

/**
 * Markdown as safe HTML. What makes it is loaded when the first text is met; where that does not come, or cannot read
 * it, it stays text.
 */
export function MarkdownText({
  content,
  isCard = false,
  isGenerated = false,
  onRendered,
}: MarkdownTextProps) {
  const element = useRef<HTMLDivElement>(null);
  const [nodes, setNodes] = useState<DocumentFragment>();
  const [isPlain, setPlain] = useState(false);
  useEffect(() => {
    let isGone = false;
    const show = (made: DocumentFragment) => {
      if (isGone) return;
      setPlain(false);
      setNodes(made);
    };
    const imageHosts = (isGenerated ? undefined : pageConfig().imageHosts) ?? NO_HOSTS;
    import('./safe-html.ts')
      .then(({ toSafeNodes }) => toSafeNodes(content, { imageHosts }))
      .then(show, () => !isGone && setPlain(true));
    return () => {
      isGone = true;
    };
  }, [content, isGenerated]);
  useLayoutEffect(() => {
    if (nodes) element.current?.replaceChildren(nodes.cloneNode(true));
  }, [nodes]);
  const isRendered = isPlain || nodes !== undefined;
  useEffect(() => {
    if (isRendered) onRendered?.();
  }, [isRendered, onRendered]);
  return (
    <div
      className={isCard ? `${look.card} ${styles.text}` : styles.text}
      data-card={isCard}
      data-part="text"
      dir="auto"
      ref={element}
    >
      {isPlain ? content : null}
    </div>
  );
}

/** What a Markdown text says, without its marks; undefined until that is known. */
export function usePlainText(content: string): string | undefined {
  const [known, setKnown] = useState<{ readonly content: string; readonly text: string }>();
  useEffect(() => {
    let isGone = false;
    const keep = (text: string) => !isGone && setKnown({ content, text });
    if (content === '') keep('');
    else
      import('./safe-html.ts')
        .then(({ toSafeNodes }) => toSafeNodes(content, { imageHosts: NO_HOSTS }).textContent)
        .then(
          (text) => keep(text.replaceAll(/\s+/g, ' ').trim()),
          () => keep(content),
        );
    return () => {
      isGone = true;
    };
  }, [content]);
  return known?.content === content ? known.text : undefined;
}
