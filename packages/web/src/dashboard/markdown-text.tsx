import { useEffect, useState } from 'react';

interface MarkdownTextProps {
  content: string;
  /** Called when it stands on the page. */
  onRendered?(): void;
}

/** Markdown as safe HTML. Both libraries are loaded when the first text is met; where they do not come, it stays text. */
export function MarkdownText({ content, onRendered }: MarkdownTextProps) {
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
  if (isPlain) return <div className="card text">{content}</div>;
  // oxlint-disable-next-line react/no-danger -- sanitised below
  return <div className="card text" dangerouslySetInnerHTML={{ __html: html ?? '' }} />;
}

async function toSafeHtml(content: string): Promise<string> {
  const [{ parse }, { default: purifier }] = await Promise.all([import('marked'), import('dompurify')]);
  return purifier.sanitize(await parse(content, { async: true }));
}
