import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadAppTranslation } from '../src/messages/app-languages/index.ts';
import { loadChatTranslation } from '../src/messages/chat-languages/index.ts';
import { loadCommentTranslation } from '../src/messages/comment-languages/index.ts';
import { loadConsoleTranslation } from '../src/messages/console-languages/index.ts';
import { loadTranslation } from '../src/messages/dashboard-languages/index.ts';
import { loadDashboardEditorTranslation } from '../src/messages/dashboard-editor-languages/index.ts';
import { loadReportEditorTranslation } from '../src/messages/report-editor-languages/index.ts';
import { loadSignInTranslation } from '../src/messages/sign-in-languages/index.ts';
import type { TextTree } from '../src/messages/texts.ts';

const loaders = {
  app: loadAppTranslation,
  chat: loadChatTranslation,
  comments: loadCommentTranslation,
  console: loadConsoleTranslation,
  dashboard: loadTranslation,
  dashboardEditor: loadDashboardEditorTranslation,
  reportEditor: loadReportEditorTranslation,
  signIn: loadSignInTranslation,
};

/** Words that one of the two says and the other does not. */
const BRAZILIAN =
  /(^|\P{L})(arquivos?|usuári[oa]s?|senhas?|telas?|aplicativos?|excluir|excluíd[oa]s?|exclua|salvar|salv[oa]s?|salve|compartilh\p{L}*|você|celular|baixar|gerenciar|planilhas?)(?!\p{L})/iu;
const OF_PORTUGAL =
  /(^|\P{L})(ficheiros?|utilizador(es)?|palavras?-passe|ecrãs?|telemóvel|partilh(ar|ad[oa]s?)|eliminad[oa]s?|separador(es)?)(?!\p{L})/iu;

function textsOf(tree: TextTree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : textsOf(value, `${path}${key}.`),
  );
}

for (const [name, load] of Object.entries(loaders))
  test(`the Portuguese of Portugal and that of Brazil each have words of their own in the texts of ${name}`, async () => {
    for (const [locale, foreign] of [
      ['pt-PT', BRAZILIAN],
      ['pt-BR', OF_PORTUGAL],
    ] as const) {
      const tree = await load(locale);
      assert.ok(tree);
      assert.deepEqual(
        textsOf(tree).filter(([, text]) => foreign.test(text)),
        [],
        locale,
      );
    }
  });
