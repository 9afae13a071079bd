import { useEffect, useState } from 'react';
import look from './look.module.css';
import styles from './markdown-text.module.css';

interface MarkdownTextProps {
  content: string;
  /** Whether it is a widget of its own, with a frame. */
  isCard?: boolean;
  /** Called when it has been drawn. */
  onRendered?(): void;
}

/** Markdown as safe HTML. Both libraries are loaded when the first text is met; where they do not come, it stays text. */
export function MarkdownText({ content, isCard = false, onRendered }: MarkdownTextProps) {
  const [html, setHtml] = useState<string>();
  const [isPlain, setPlain] = useState(false);
  useEffect(() => {
    let isGone = false;
    toSafeHtml(content).then(
      (clean) => !isGone && setHtml(clean),
      () => !isGone && setPlain(true),
    );
    return () => {
      isGone = true;
    };
  }, [content]);
  const isRendered = isPlain || html !== undefined;
  useEffect(() => {
    if (isRendered) onRendered?.();
  }, [isRendered, onRendered]);
  const frame = {
    className: isCard ? `${look.card} ${styles.text}` : styles.text,
    'data-card': isCard,
    'data-part': 'text',
  };
  if (isPlain) return <div {...frame}>{content}</div>;
  // oxlint-disable-next-line react/no-danger -- sanitised below
  return <div {...frame} dangerouslySetInnerHTML={{ __html: html ?? '' }} />;
}

async function toSafeHtml(content: string): Promise<string> {
  const [{ parse }, { default: purifier }] = await Promise.all([import('marked'), import('dompurify')]);
  return purifier.sanitize(await parse(content, { async: true }));
}
