import { t } from '../../messages/console-texts.ts';

/** What the code editor says by itself, by its own English words; it puts a number where a `$` is. */
export const codePhrases = (): Record<string, string> => ({
  Find: t('codeField.find'),
  Replace: t('codeField.replaceBy'),
  next: t('codeField.next'),
  previous: t('codeField.previous'),
  all: t('codeField.selectAll'),
  'match case': t('codeField.matchCase'),
  regexp: t('codeField.regexp'),
  'by word': t('codeField.byWord'),
  replace: t('codeField.replace'),
  'replace all': t('codeField.replaceAll'),
  close: t('action.close'),
  'current match': t('codeField.found'),
  'on line': t('codeField.onLine'),
  'replaced match on line $': t('codeField.replacedOnLine'),
  'replaced $ matches': t('codeField.replaced'),
  'Go to line': t('codeField.line'),
  go: t('codeField.go'),
  'Selection deleted': t('codeField.deleted'),
  'Control character': t('codeField.controlCharacter'),
});
