import type { dashboardEnglish } from '../english/dashboard-english.ts';
import type { Translation } from '../translation/translation.ts';
import { brazilianPortuguese } from './brazilian-portuguese.ts';

/** Portuguese as in Portugal, where it differs from that of Brazil. */
export const portuguese: Translation<typeof dashboardEnglish> = {
  ...brazilianPortuguese,
  loading: 'A carregar',
  unsupported: 'Os widgets do tipo {{type}} ainda não são apresentados aqui',
  chart: {
    ...brazilianPortuguese.chart,
    label_one: '{{title}}: um gráfico de {{count, number}} linha. Os valores estão na vista de tabela.',
    label_many: '{{title}}: um gráfico de {{count, number}} linhas. Os valores estão na vista de tabela.',
    label_other: '{{title}}: um gráfico de {{count, number}} linhas. Os valores estão na vista de tabela.',
    downloadCsv: 'Transferir como CSV',
  },
  map: {
    ...brazilianPortuguese.map,
    repeated_one: '{{count, number}} linha não é apresentada, porque a sua região já tem uma: {{values}}.',
    repeated_many:
      '{{count, number}} linhas não são apresentadas, porque as suas regiões já têm uma: {{values}}.',
    repeated_other:
      '{{count, number}} linhas não são apresentadas, porque as suas regiões já têm uma: {{values}}.',
  },
  table: {
    ...brazilianPortuguese.table,
    unit: {
      ...brazilianPortuguese.table.unit,
      billions: '{{label}} (milhares de milhões)',
    },
    links: 'Ligações de {{value}}',
    noTotals: {
      ...brazilianPortuguese.table.noTotals,
      ungrouped: 'Não há totais: estas linhas são registos individuais.',
    },
  },
  summary: {
    ...brazilianPortuguese.summary,
    writing: 'A escrever o resumo',
    limitReached: 'O seu limite de hoje foi atingido, por isso o resumo não foi escrito.',
  },
  sample: { ...brazilianPortuguese.sample, change: 'face ao mês anterior', east: 'Este' },
  time: { quarter: '{{quarter}}.º trim. {{year}}', partial: 'Incompleto' },
  tabs: { label: 'Separadores', unnamed: 'Separador {{number}}' },
  export: {
    ...brazilianPortuguese.export,
    xlsx: 'Transferir como Excel',
    png: 'Transferir como PNG',
    pdf: 'Transferir como PDF',
    print: 'Transferir como PDF em páginas A4',
    preparing: 'A preparar o ficheiro',
    waits: 'Esta vista expirou. O ficheiro será criado quando ela continuar.',
    failed: 'Não foi possível criar o ficheiro.',
    unreachable: 'Não foi possível criar o ficheiro. Não é possível aceder ao servidor.',
  },
  drill: {
    ...brazilianPortuguese.drill,
    part_one: 'O ficheiro contém {{written, number}} de {{count, number}} linha.',
    part_many: 'O ficheiro contém {{written, number}} de {{count, number}} linhas.',
    part_other: 'O ficheiro contém {{written, number}} de {{count, number}} linhas.',
  },
  problem: {
    ...brazilianPortuguese.problem,
    slow: {
      title: 'Não foi possível carregar este gráfico',
      text: 'Os dados demoraram demasiado tempo a chegar.',
    },
    refused: {
      title: 'Este gráfico tem um problema',
      text: 'Pede dados que não existem. O autor do painel pode corrigi-lo.',
    },
    forbidden: { title: 'Este gráfico não está disponível', text: 'Não tem acesso aos seus dados.' },
    drawing: {
      title: 'Este gráfico tem um problema',
      text: 'Os dados não podem ser desenhados desta forma. O autor do painel pode corrigi-lo.',
    },
    outside: {
      title: 'Este gráfico não é apresentado',
      text: 'Refere um endereço ou uma parte da página. Um gráfico apresenta apenas os seus dados; o autor pode corrigi-lo.',
    },
    mapHost: {
      title: 'Este mapa não é apresentado',
      text: 'As regiões vêm de um servidor que não é permitido aqui. Um administrador pode permiti-lo.',
    },
    mapSource: {
      title: 'Não foi possível carregar este mapa',
      text: 'Não foi possível carregar as regiões, ou o ficheiro não contém nenhuma.',
    },
    pythonFailed: {
      title: 'O Python deste gráfico falhou',
      text: 'Não foi possível calcular as linhas. O autor do relatório pode corrigir isso.',
    },
    pythonRefused: {
      title: 'O Python deste gráfico não é executado',
      text: 'Está desativado aqui, ou o servidor não o pode executar. Um administrador pode mudar isso.',
    },
  },
  outage: {
    unreachable: 'Não é possível contactar o servidor. A tentar novamente de forma automática.',
    expired: 'Esta vista expirou. Recarregue a página de onde veio.',
    refused: 'Os dados deste painel não podem ser apresentados aqui.',
    missing: 'O modelo de dados deste painel não está disponível. Informe quem o gere.',
    now: 'Tentar agora',
  },
  values: { ...brazilianPortuguese.values, search: 'Procurar', searchIn: 'Procurar em {{label}}' },
  reset: 'Repor',
  resetOf: 'Repor {{label}}',
  preset: { ...brazilianPortuguese.preset, yearToDate: 'Desde o início do ano' },
  session: {
    ...brazilianPortuguese.session,
    signIn: 'Inicie sessão para ver esta página.',
    used: 'Esta vista expirou. Recarregue a página de onde veio.',
    noSession: 'Esta página precisa de uma sessão do site que a apresenta. Abra-a a partir desse site.',
    refused: 'Esta página não pode ser apresentada aqui.',
    down: 'Não é possível aceder à página neste momento.',
    signInLink: 'Iniciar sessão',
    blocked: 'O navegador bloqueou a janela de início de sessão. Permita-a e tente novamente.',
    ownWindow: 'Abrir numa janela separada',
    signInOver: 'A sua sessão terminou. Inicie sessão novamente para continuar.',
    inWindow: 'Continue na janela que foi aberta.',
    notHandedOn: 'O início de sessão não chegou a esta página. Tente novamente.',
  },
};
