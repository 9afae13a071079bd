import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension, type StateEffect } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { codeColors, codeTheme } from './code-look.ts';
import { languageOf } from './code-languages.ts';

/** A file that was shown, with where one was in it and what can be undone. */
export interface ShownCode {
  state: EditorState;
  scroll: StateEffect<unknown> | undefined;
  /** The text of the state, with the line breaks that the file has. */
  text: string;
  readonly lineBreak: string;
}

/** What an editor shows. */
export interface CodeFile {
  /** What it is written in follows from the end of it. */
  readonly name: string;
  readonly text: string;
  /** The name of the field. */
  readonly label: string;
  /** What the editor says by itself, by the English words. */
  readonly phrases: Readonly<Record<string, string>>;
}

/** What an editor is opened with. */
export interface CodeEditorOptions {
  parent: HTMLElement;
  file: CodeFile;
  /** By the name of the file: one that gets another name takes what was shown along. */
  histories: Map<string, ShownCode>;
  /** Of the style element that the editor makes. */
  nonce: string;
  /** The id of the element that says how the field is used. */
  hintId: string;
  onChange(text: string): void;
}

/** An editor in the page. */
export interface CodeEditor {
  /** Shows another file, or another text of the same one, which can be undone. */
  show(file: CodeFile): void;
  /** Types a text in place of what is selected, and goes to it. */
  insert(text: string): void;
  close(): void;
}

/** Of a change that the page has made, and knows. */
const isGiven = Annotation.define<true>();
/** What is another for each file, and for each editor. */
const ofFile = new Compartment();

const common: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  history(),
  // The matches of a search can be selected together.
  EditorState.allowMultipleSelections.of(true),
  drawSelection(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  indentOnInput(),
  bracketMatching(),
  search({ top: true }),
  // Who has pressed Escape leaves the field by Tab, until another key is pressed; that Tab is not heard here.
  EditorView.domEventObservers({
    keydown({ key }, view) {
      if (key !== 'Shift') view.setTabFocusMode(key === 'Escape');
    },
    blur: (_event, view) => view.setTabFocusMode(false),
  }),
  EditorView.domEventHandlers({ beforeinput: replaceSelected }),
  keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
  codeTheme,
  syntaxHighlighting(codeColors),
];

/** Opens an editor with a file. */
export function openCodeEditor(options: CodeEditorOptions): CodeEditor {
  const { parent, histories, nonce, hintId, onChange } = options;
  let file = options.file;
  let shown = histories.get(file.name) ?? begin(file.text);

  const configure = () =>
    ofFile.reconfigure([
      languageOf(file.name),
      highlightSpecialChars({ render: drawControlCharacter(file.phrases) }),
      EditorState.phrases.of(file.phrases),
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ 'aria-label': file.label, 'aria-describedby': hintId }),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        if (!docChanged || transactions.some((transaction) => transaction.annotation(isGiven))) return;
        shown.text = state.doc.sliceString(0, undefined, shown.lineBreak);
        onChange(shown.text);
      }),
    ]);
  /** With the nonce from the beginning: the first state makes the style element. */
  const configured = () => shown.state.update({ effects: configure() }).state;
  const keep = () => {
    shown.state = view.state;
    shown.scroll = view.scrollSnapshot();
  };
  /** Shows the text that the file has by now. */
  const take = () => {
    histories.set(file.name, shown);
    if (shown.scroll) view.dispatch({ effects: shown.scroll });
    shown.scroll = undefined;
    if (file.text === shown.text) return;
    shown.text = file.text;
    const insert = view.state.toText(file.text);
    const changes = { from: 0, to: view.state.doc.length, insert };
    view.dispatch({ changes, annotations: isGiven.of(true) });
  };

  const view = new EditorView({ parent, state: configured() });
  take();
  return {
    show(next) {
      // In another language the label is another, too.
      const isSame = next.name === file.name && next.label === file.label;
      const found = histories.get(next.name);
      file = next;
      if (found !== shown) {
        keep();
        shown = found ?? begin(next.text);
        view.setState(configured());
      } else if (!isSame) view.dispatch({ effects: configure() });
      take();
    },
    insert(text) {
      const edit = view.state.replaceSelection(text);
      view.dispatch(view.state.update(edit, { userEvent: 'input.complete', scrollIntoView: true }));
      view.focus();
    },
    close() {
      keep();
      view.destroy();
    },
  };
}

/**
 * Types over what is selected. Chromium would give the new text the colours of the old by an inline style, which the
 * page's policy forbids.
 */
function replaceSelected({ inputType, data, isComposing }: InputEvent, view: EditorView): boolean {
  const selected = selectedIn(view);
  if (inputType !== 'insertText' || data === null || isComposing || !selected) return false;
  const insert = () =>
    view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  if (view.state.selection.main.empty) view.dispatch({ selection: selected });
  const { from, to } = view.state.selection.main;
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
  return true;
}

/** What is selected, also where the editor has not heard of it yet; undefined for nothing. */
function selectedIn(view: EditorView): { anchor: number; head: number } | undefined {
  const { main } = view.state.selection;
  if (!main.empty) return main;
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (!view.contentDOM.contains(anchorNode) || !view.contentDOM.contains(focusNode)) return undefined;
  return {
    anchor: anchorNode ? view.posAtDOM(anchorNode, anchorOffset) : 0,
    head: focusNode ? view.posAtDOM(focusNode, focusOffset) : 0,
  };
}

function begin(text: string): ShownCode {
  const state = EditorState.create({ doc: text, extensions: [common, ofFile.of([])] });
  return { state, scroll: undefined, text, lineBreak: /\r?\n/.exec(text)?.[0] ?? '\n' };
}

/** The editor's own names of them are English. */
function drawControlCharacter(phrases: CodeFile['phrases']) {
  return (code: number, _description: string | null, sign: string): HTMLElement => {
    const drawn = document.createElement('span');
    const name = `${phrases['Control character'] ?? ''} U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    drawn.className = 'cm-specialChar';
    drawn.textContent = sign;
    drawn.title = name;
    drawn.setAttribute('role', 'img');
    drawn.setAttribute('aria-label', name);
    return drawn;
  };
}
