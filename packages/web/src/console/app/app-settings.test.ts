import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf, workspaceTitleOf } from './app-settings.ts';

const parts = (search: string, session = {}, account = {}) =>
  partsOf({
    address: new URLSearchParams(search),
    session,
    account: { restrictDataDownload: false, ...account },
  });

test('a part is hidden by exactly false', () => {
  assert.equal(parts('').workbookBackButton, true);
  for (const value of ['true', '0', 'False', 'no', ''])
    assert.equal(parts(`showWorkbookBackButton=${value}`).workbookBackButton, true, value);
  assert.equal(parts('showWorkbookBackButton').workbookBackButton, true);
  assert.equal(parts('showWorkbookBackButton=false').workbookBackButton, false);
});

test('without the header of dashboards nothing of it is there', () => {
  const { dashboardHeader, dashboardTitle, dashboardEditButton } = parts(
    'showDashboardHeader=false&showDashboardTitle=true',
  );
  assert.deepEqual([dashboardHeader, dashboardTitle, dashboardEditButton], [false, false, false]);
  assert.equal(parts('showDashboardTitle=false').dashboardHeader, true);
});

test('downloads are granted by exactly true, and taken by the session and the account', () => {
  assert.equal(parts('').export, false);
  assert.equal(parts('allowExport=1').export, false);
  assert.equal(parts('allowExport=true').export, true);
  assert.equal(parts('allowExport=true', { allowExport: false }).export, false);
  assert.equal(parts('allowExport=true', {}, { restrictDataDownload: true }).export, false);
});

test('sharing and queries are hidden by the session and the account', () => {
  assert.equal(parts('', { showWorkbookShare: false }).share, false);
  assert.equal(parts('', { showWorkbookShare: null }).share, true);
  assert.equal(parts('', {}, { creatorMode: { showSemanticSql: false } }).query, false);
});

test('the SQL of the source is granted by the account, names and groups of members are taken by the session', () => {
  const usual = parts('');
  assert.deepEqual([usual.generatedSql, usual.memberNames, usual.groupByCube], [false, true, true]);
  assert.equal(parts('', {}, { creatorMode: { showGeneratedSql: true } }).generatedSql, true);
  const fixed = parts('', { showMemberNames: false, showGroupByCube: false });
  assert.deepEqual([fixed.memberNames, fixed.groupByCube], [false, false]);
});

test('the editor has settings unless the session says no, and writes texts by AI by the rule of the chat', () => {
  assert.equal(parts('').dashboardSettings, true);
  assert.equal(parts('', { showDashboardSettings: null }).dashboardSettings, true);
  assert.equal(parts('', { showDashboardSettings: false }).dashboardSettings, false);
  assert.equal(parts('').aiWidgets, true);
  assert.equal(parts('', {}, { embedding: { showAiWidgets: false } }).aiWidgets, false);
  assert.equal(parts('', { showAiWidgets: true }, { embedding: { showAiWidgets: false } }).aiWidgets, true);
  assert.equal(parts('', { showAiWidgets: true, allowAi: false }).aiWidgets, false);
});

test('the workspace has the name of the locale, of its language, or the plain one', () => {
  const account = {
    creatorMode: {
      workspaceTitle: 'Team',
      localizedTitles: [
        { locale: 'de-AT', value: 'Das Team' },
        { locale: 'pt-PT', value: 'Equipa' },
        { locale: 'pt-BR', value: 'Equipe' },
      ],
    },
  };
  // What the title rests on is all that there is.
  const titleIn = (locale: Parameters<typeof workspaceTitleOf>[1]) =>
    workspaceTitleOf(account as Parameters<typeof workspaceTitleOf>[0], locale);
  assert.equal(titleIn('de-DE'), 'Das Team');
  assert.equal(titleIn('pt-BR'), 'Equipe');
  assert.equal(titleIn('pt-PT'), 'Equipa');
  assert.equal(titleIn('ja-JP'), 'Team');
  const of = (creatorMode: object) =>
    workspaceTitleOf({ creatorMode } as Parameters<typeof workspaceTitleOf>[0], 'en-US');
  assert.equal(of({ workspaceTitle: ' ' }), undefined);
  assert.equal(
    of({ workspaceTitle: 'Workspace' }),
    undefined,
    'what the server answers where nothing is set',
  );
  assert.equal(of({ showWorkspaceTitle: false, workspaceTitle: 'Team' }), null);
  assert.equal(workspaceTitleOf(undefined, 'en-US'), undefined);
});
