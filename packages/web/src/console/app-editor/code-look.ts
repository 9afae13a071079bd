import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colour = (name: string) => `var(--code-${name})`;

/** The colours of words, by what they are; the sheet of the editor has them for light and dark. */
export const codeColors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: colour('keyword') },
  {
    tag: [tags.string, tags.special(tags.string), tags.attributeValue, tags.regexp],
    color: colour('string'),
  },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: colour('comment') },
  { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.color, tags.atom], color: colour('number') },
  { tag: [tags.tagName, tags.typeName, tags.className], color: colour('tag') },
  { tag: [tags.attributeName, tags.propertyName], color: colour('property') },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: colour('function') },
  { tag: tags.invalid, color: colour('wrong') },
]);

/** The editor as the fields around it. What is on the left stays there in a page that is written from right to left. */
export const codeTheme = EditorView.theme({
  '&': { height: '100%', color: 'inherit', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { direction: 'ltr', fontFamily: 'inherit', lineHeight: '1.5' },
  '.cm-content': { padding: '10px 0', caretColor: 'currentColor' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'currentColor' },
  '.cm-gutters': {
    borderRight: 'none',
    backgroundColor: colour('ground'),
    color: colour('comment'),
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 10px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: colour('line') },
  '.cm-activeLineGutter': { color: 'inherit' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: colour('selection'),
  },
  '.cm-selectionMatch': { backgroundColor: colour('same') },
  '.cm-searchMatch': { backgroundColor: colour('match') },
  '.cm-searchMatch-selected': { backgroundColor: colour('match'), outline: '2px solid currentColor' },
  '.cm-searchMatch .cm-selectionMatch': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: colour('same'),
    outline: `1px solid ${colour('comment')}`,
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: `1px solid ${colour('wrong')}`,
  },
  '.cm-specialChar': { color: colour('wrong') },
  '.cm-panels': {
    backgroundColor: colour('ground'),
    color: 'inherit',
    fontFamily: 'var(--mantine-font-family)',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--rule)' },
  '.cm-panel.cm-search, .cm-panel.cm-dialog': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 36px 8px 10px',
    fontSize: '13px',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '0' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    fontSize: '13px',
  },
  '.cm-panel .cm-textfield': {
    flex: '1 1 140px',
    minWidth: '0',
    maxWidth: '240px',
    padding: '3px 8px',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '6px',
    backgroundColor: colour('ground'),
    color: 'inherit',
    fontSize: '13px',
  },
  '.cm-panel .cm-textfield::placeholder': { color: colour('comment') },
  '.cm-panel .cm-button': {
    padding: '3px 8px',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '6px',
    backgroundImage: 'none',
    backgroundColor: 'var(--mantine-color-default)',
    color: 'inherit',
    fontSize: '13px',
    cursor: 'pointer',
  },
  '.cm-panel .cm-button:active': { backgroundImage: 'none' },
  '.cm-panel .cm-button:hover': { backgroundColor: 'var(--mantine-color-default-hover)' },
  '.cm-panel :focus-visible': {
    outline: '2px solid var(--mantine-primary-color-filled)',
    outlineOffset: '1px',
  },
  '.cm-panel.cm-search [name=close], .cm-dialog-close': {
    insetBlockStart: '6px',
    insetInlineEnd: '6px',
    insetInlineStart: 'auto',
    width: '24px',
    height: '24px',
    borderRadius: '6px',
    color: 'inherit',
    fontSize: '18px',
    lineHeight: '1',
    cursor: 'pointer',
  },
});
