import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';

const languages: Readonly<Record<string, () => Extension>> = {
  css,
  geojson: json,
  htm: html,
  html,
  js: () => javascript(),
  json,
  jsx: () => javascript({ jsx: true }),
  map: json,
  mjs: () => javascript(),
  svg: () => html({ matchClosingTags: false }),
};

/** What a file is written in, by the end of its name; no highlighting for what is not known. */
export function languageOf(name: string): Extension {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(languages, ending) ? (languages[ending]?.() ?? []) : [];
}
