import { MAX_MARKDOWN_LENGTH } from '@oriel/contract/limits';
import { useMemo } from 'react';
import { MarkdownText } from '../../dashboard/text/markdown-text.tsx';
import { splitMarkdown } from './split-markdown.ts';

/**
 * A Markdown text of a model, of any length, in parts that are each read as Markdown: while it grows, only its last
 * part is drawn anew.
 */
export function LongText({ content }: { readonly content: string }) {
  const parts = useMemo(() => splitMarkdown(content, MAX_MARKDOWN_LENGTH), [content]);
  return parts.map((part, index) => (
    // Parts are only added at the end.
    // oxlint-disable-next-line react/no-array-index-key
    <MarkdownText key={index} content={part} isGenerated />
  ));
}
