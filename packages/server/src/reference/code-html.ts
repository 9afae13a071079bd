import { html, type Html } from './html.ts';

/** Texts, then numbers and words of JSON; a text before a colon is the name of a field. */
const JSON_TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g;
const SHELL_TOKENS = /('[^']*'|"(?:[^"\\]|\\.)*")|(^curl\b|\s-[A-Za-z]\b)|(\$\w+)/g;

/** A value as JSON, in colours. */
export function jsonHtml(value: unknown): Html {
  return colour(JSON.stringify(value, undefined, 2), JSON_TOKENS, ([, text, colon, literal]) =>
    text === undefined
      ? html`<span class="literal">${literal}</span>`
      : html`<span class="${colon === undefined ? 'text' : 'name'}">${text}</span>${colon}`,
  );
}

/** A command of a shell, in colours; what it sends is JSON. */
export function shellHtml(command: string): Html {
  const [line = '', ...document] = command.split(/(?<=<<'?JSON'?\n)/);
  const coloured = colour(line, SHELL_TOKENS, ([whole, text, word]) =>
    text !== undefined
      ? html`<span class="text">${variables(text)}</span>`
      : html`<span class="${word === undefined ? 'variable' : 'word'}">${whole}</span>`,
  );
  return html`${coloured}${document.map(variables)}`;
}

function variables(text: string): Html {
  return colour(text, /(?<!\\)\$\w+/g, ([name]) => html`<span class="variable">${name}</span>`);
}

function colour(text: string, tokens: RegExp, draw: (match: RegExpMatchArray) => Html): Html {
  const parts: (string | Html)[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    parts.push(text.slice(end, match.index), draw(match));
    end = match.index + match[0].length;
  }
  return html`${[...parts, text.slice(end)]}`;
}

/** A block of code with a title and a button that copies it; without a script there is no button. */
export function codeBlock(title: string, code: Html): Html {
  return html`<figure class="code">
    <figcaption><span>${title}</span><button type="button" class="copy" hidden>Copy</button></figcaption>
    <pre tabindex="0"><code>${code}</code></pre>
  </figure>`;
}
