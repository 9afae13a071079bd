import { useEffect, useState } from 'react';

/** Markdown as safe HTML. Both libraries are loaded when the first text is met. */
export function MarkdownText({ content }: { content: string }) {
  const [html, setHtml] = useState('');
  useEffect(() => {
    let isGone = false;
    void Promise.all([import('marked'), import('dompurify')]).then(
      async ([{ parse }, { default: purifier }]) => {
        const clean = purifier.sanitize(await parse(content, { async: true }));
        if (!isGone) setHtml(clean);
      },
    );
    return () => {
      isGone = true;
    };
  }, [content]);
  // oxlint-disable-next-line react/no-danger -- sanitised right above
  return <div className="card text" dangerouslySetInnerHTML={{ __html: html }} />;
}
