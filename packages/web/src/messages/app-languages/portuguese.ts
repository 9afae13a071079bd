import { brazilianPortuguese } from './brazilian-portuguese.ts';
import type { AppTranslation } from '../app-translation.ts';

/** Portuguese as in Portugal, where it differs from that of Brazil. */
export const portuguese: AppTranslation = {
  ...brazilianPortuguese,
  conflict: {
    title: 'Outra pessoa guardou primeiro',
    text: 'Isto mudou desde que o abriu. Nada do que fez foi guardado. Carregue o estado atual e volte a fazer a alteração.',
    reload: 'Carregar o estado atual',
  },
  favorite: {
    ...brazilianPortuguese.favorite,
    noneText: 'A estrela ao lado de um item marca-o. Só o utilizador vê os seus favoritos.',
  },
  report: {
    ...brazilianPortuguese.report,
    pythonRefusedText:
      'Está desativado aqui, ou o servidor não o pode executar. Um administrador pode mudar isso.',
  },
  reportExport: {
    menu: 'Exportar',
    csv: 'CSV, todas as linhas',
    xlsx: 'Excel, todas as linhas',
    png: 'Imagem (PNG)',
    pdf: 'Documento (PDF)',
    preparing: 'A preparar o ficheiro de {{title}}',
    part: 'O ficheiro contém {{written, number}} de {{count, number}} linhas: um ficheiro maior não é gravado. Filtre o relatório para obter todas.',
    failed: 'Não foi possível criar o ficheiro',
    unreachable: 'A ligação caiu antes de o ficheiro ficar pronto.',
  },
  item: { ...brazilianPortuguese.item, openInTab: 'Abrir num novo separador' },
  workspace: {
    ...brazilianPortuguese.workspace,
    list: {
      ...brazilianPortuguese.workspace.list,
      loadingMore: '{{items}} carregados, a carregar mais…',
      restFailed: '{{items}} carregados; não foi possível carregar o resto. {{reason}}',
    },
    tree: {
      loading: 'A carregar…',
      loadingMore: '{{count}} carregadas, a carregar mais…',
      failed: 'Não carregado.',
      restFailed: '{{count}} carregadas, o resto não.',
    },
    empty: {
      ...brazilianPortuguese.workspace.empty,
      notFoundText: 'Nenhum nome contém «{{search}}».',
      notFoundFolder: 'Nenhum nome de pasta contém «{{search}}».',
      notFoundWorkbook: 'Nenhum nome de pasta de trabalho contém «{{search}}».',
      notFoundReport: 'Nenhum nome de relatório contém «{{search}}».',
      workspaceText:
        'Descreva os seus dados no modelo e depois crie relatórios sobre eles. As pastas mantêm-nos em ordem; programas preenchem o espaço de trabalho pela API.',
    },
    name: { label: 'Nome', newLabel: 'Novo nome', rename: 'Mudar o nome de {{name}}' },
    remove: {
      title: 'Eliminar {{name}}?',
      FOLDER: 'O que está diretamente nela passa para a raiz do espaço de trabalho.',
      WORKBOOK: 'Os relatórios e o painel dela também são eliminados. Pode ser anulado durante um dia.',
      REPORT: 'Os painéis publicados continuam a mostrá-lo como era. Pode ser anulado durante um dia.',
      done: '{{name}} foi eliminado.',
    },
    removeForGood: {
      ...brazilianPortuguese.workspace.removeForGood,
      WORKBOOK: 'Os relatórios e o painel dela também são eliminados.',
    },
    move: {
      ...brazilianPortuguese.workspace.move,
      noneFound: 'Nenhuma pasta tem «{{search}}» no nome.',
      readOnly: 'Nesta pasta só pode ler.',
      moving: 'A mover: {{answered}} de {{total}}',
      movingBack: 'A mover de volta: {{answered}} de {{total}}',
      progress: 'Progresso',
      retryRest: 'Tentar o resto novamente',
    },
  },
  share: {
    ...brazilianPortuguese.share,
    title: 'Partilhar {{name}}',
    with: 'Partilhar com',
    save: 'Guardar',
    allEmbedUsers: 'Todos os utilizadores incorporados',
  },
  action: {
    ...brazilianPortuguese.action,
    delete: 'Eliminar',
    rename: 'Mudar o nome',
    save: 'Guardar',
    share: 'Partilhar',
    signIn: 'Iniciar sessão',
    tryAgain: 'Tentar novamente',
    undo: 'Anular',
  },
  state: { loading: 'A carregar', request: 'Pedido {{id}}' },
  connection: {
    gone: 'O servidor não responde. As tentativas continuam até responder.',
    back: 'O servidor voltou a responder.',
  },
  problem: {
    ...brazilianPortuguese.problem,
    signedOutText: 'Inicie sessão novamente; volta a esta página.',
    forbidden: 'Não tem acesso a isto',
    forbiddenText: 'Um administrador ou o proprietário pode dar-lhe acesso.',
    notFoundText: 'Pode ter sido eliminado ou não está partilhado consigo.',
    busyText: 'O servidor tem demasiado trabalho neste momento. Tente novamente daqui a pouco.',
    busyUntilText_one:
      'O servidor tem demasiado trabalho neste momento. Tente novamente daqui a {{count, number}} segundo.',
    busyUntilText_many:
      'O servidor tem demasiado trabalho neste momento. Tente novamente daqui a {{count, number}} segundos.',
    busyUntilText_other:
      'O servidor tem demasiado trabalho neste momento. Tente novamente daqui a {{count, number}} segundos.',
    unreachableText: 'Não é possível contactar o servidor neste momento.',
    noReasonText: 'O servidor respondeu com o estado {{status}} e não deu motivo.',
    fullText:
      'O disco do servidor está cheio, por isso nada foi alterado. Quem o opera tem de libertar espaço.',
    failedText: 'Algo correu mal no servidor. O pedido abaixo está no registo dele.',
    brokenText: 'Algo correu mal nesta página. Carregá-la novamente pode ajudar.',
  },
  notFound: {
    title: 'Não há nada neste endereço',
    text: 'O endereço pode estar mal escrito, ou o que havia aqui foi eliminado.',
  },
};
