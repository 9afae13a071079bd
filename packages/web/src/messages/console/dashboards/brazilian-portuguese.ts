import type { Translation } from '../../translation/translation.ts';
import type { dashboardsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const dashboardsBrazilianPortuguese: Translation<typeof dashboardsEnglish> = {
  embed: {
    title: 'Incorporar este painel',
    notAllowed: 'A incorporação assinada ainda não é permitida neste painel.',
    allow: 'Permitir',
    notShared: 'Nenhum cliente incorporado tem acesso',
    notSharedText:
      'Uma sessão não encontraria nenhum painel. Compartilhe esta pasta de trabalho, ou uma pasta acima dela, com um cliente incorporado ou com todos os usuários incorporados.',
    tenant: 'Cliente incorporado',
    tenantHint: 'Aqueles com quem este painel é compartilhado',
    session:
      'No seu servidor, gere uma sessão para cada leitor. Ela pode ser usada uma vez, em até cinco minutos.',
    attributes:
      'Onde as políticas de acesso do modelo olham atributos do leitor, adicione userAttributes; sem eles os gráficos não têm linhas.',
    sessionLabel: 'Solicitação que gera uma sessão',
    frameLabel: 'Quadro do painel',
    frame: 'Na sua página, carregue o painel com ela:',
  },
  versions: {
    title: 'Versões',
    none: 'Nada foi publicado ainda.',
    unloaded: 'Não foi possível carregar as versões',
    number: 'Versão {{version}}',
    current: 'O que os leitores veem',
    newest: 'A mais nova',
    publishedBy: '{{time}}, por {{user}}',
    restoredFrom: 'Depois de restaurada a versão {{version}}',
    restore: 'Restaurar',
    restoreLabel: 'Restaurar a versão {{version}}',
    restoreTitle: 'Restaurar a versão {{version}}?',
    restoreText:
      'O rascunho e os relatórios desta versão tomam o lugar dos atuais. O que deles não foi publicado se perde. Os leitores a veem quando for publicada.',
    deleteOthers: 'Excluir os relatórios que esta versão não tem',
    addedLater: 'Adicionados desde então: {{names}}',
    restored: 'A versão {{version}} é agora o rascunho. Publique-a para que os leitores a vejam.',
  },
  status: {
    unpublish: 'Cancelar a publicação',
    unpublishTitle: 'Cancelar a publicação deste painel?',
    unpublishText:
      'Só quem edita a pasta de trabalho o vê até ser publicado de novo. O endereço continua o mesmo.',
    archive: 'Arquivar',
    archiveTitle: 'Arquivar este painel?',
    archiveText: 'Ele não é mais usado: só quem edita a pasta de trabalho o vê, até ser publicado de novo.',
    show: 'Mostrá-lo de novo aos leitores',
    showTitle: 'Mostrar de novo este painel aos leitores?',
    showText: 'Os leitores veem a versão mais nova no mesmo endereço.',
  },
};
