import type { Translation } from '../../translation/translation.ts';
import type { accountEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const accountBrazilianPortuguese: Translation<typeof accountEnglish> = {
  account: {
    title: 'Configurações da conta',
    hint: 'O que vale para todas as implantações, usuários e superfícies incorporadas.',
    unloaded: 'Não foi possível carregar as configurações',
    timezone: {
      title: 'Fuso horário',
      hint: 'Onde começam os dias, semanas e meses dos gráficos.',
      enabled: 'Ver os horários no fuso da conta',
      zone: 'Fuso',
      override: 'Os leitores podem escolher outro',
    },
    python: {
      title: 'Python',
      hint: 'Os relatórios podem ter um script que produz as suas linhas. Ele é executado sem rede, onde o servidor tem o bubblewrap.',
      allow: 'Executar o Python dos relatórios',
    },
    downloads: {
      title: 'Downloads',
      hint: 'Todas as formas pelas quais dados viram um arquivo: downloads do console, dos painéis incorporados e por e-mail.',
      restrict: 'Nenhum dado pode ser baixado',
    },
    embedding: {
      title: 'Superfícies incorporadas',
      hint: 'O que elas mostram quando a sessão não diz nada a respeito.',
      locale: 'Idioma',
      localeDefault: 'Inglês',
      timezone: 'Fuso horário',
      timezoneDefault: 'O da conta',
      hostDashboardUrl: 'Página do seu produto que mostra um painel',
      hostDashboardUrlDefault: 'https://app.example.com/reports/{dashboardPublicId}',
      hostDashboardUrlHint:
        'As mensagens aos leitores apontam para ela. {dashboardPublicId}, {embedTenantName} e {externalId} são substituídos.',
    },
    switchedOn: '{{name}}: ligado',
    switchedOff: '{{name}}: desligado',
    parts: {
      title: 'O que os leitores têm ao lado dos seus painéis',
      hint: 'É salvo ao mudar. Os painéis passam a ter na próxima vez que forem abertos.',
      withoutAi: 'A IA não é permitida.',
      enableDashboardComments: {
        label: 'Comentários',
        hint: 'Os leitores de um mesmo cliente incorporado conversam ao lado de um painel.',
        layers:
          'Nenhuma sessão e nenhum endereço muda isto. É preciso uma sessão com externalId e embedTenantName.',
      },
      mailMentions: {
        label: 'E-mail sobre menções',
        hint: 'Os leitores mencionados em um comentário o recebem por e-mail, com um link para não receber mais, onde o servidor tem um servidor de e-mail.',
        layers:
          'Só recebem os leitores com um endereço de e-mail na sessão. O link precisa da página do seu produto, acima.',
      },
      allowAi: {
        label: 'IA',
        hint: 'Chats e textos escritos por um agente, em todas as superfícies incorporadas. O servidor os recusa quando está desligada.',
        layers: 'Uma sessão a proíbe com allowAi: false. Ela não pode permitir o que está desligado aqui.',
      },
      showDashboardChat: {
        label: 'Chat ao lado dos painéis',
        hint: 'Um botão abre um chat sobre o painel, onde um modelo ou consultas certificadas podem responder.',
        layers: 'Uma sessão decide outra coisa com showDashboardChat, true ou false.',
      },
      showWorkbookChat: {
        label: 'Chat no aplicativo',
        hint: 'Um botão em cada uma das páginas e uma página própria.',
        layers: 'Uma sessão decide outra coisa com showWorkbookChat, true ou false.',
      },
      showAiWidgets: {
        label: 'Textos de IA',
        hint: 'Os widgets de IA reescrevem os seus textos. Os que existem são mostrados de qualquer forma.',
        layers: 'Uma sessão decide outra coisa com showAiWidgets, true ou false.',
      },
    },
    creator: {
      title: 'Aplicativo incorporado',
      hint: 'O que os leitores que criam conteúdo veem ao redor da sua área de trabalho.',
      showWorkspaceTitle: 'A área de trabalho tem um título',
      workspaceTitle: 'Título',
      workspaceTitleDefault: 'Área de trabalho',
      titles: 'O título em outros idiomas',
      language: 'Idioma {{number}}',
      titleIn: 'Título {{number}}',
      addTitle: 'Adicionar um idioma',
      removeTitle: 'Remover o título {{number}}',
      showSemanticSql: 'A consulta de um relatório pode ser vista',
      showSemanticSqlHint: 'Como é feita ao modelo de dados; ela não cita tabelas da fonte.',
    },
    layers: {
      title: 'O que as sessões e os endereços decidem',
      hint: 'O seu servidor assina as configurações de uma sessão ao gerá-la. O endereço de um quadro pode ser mudado por quem olha para ele. Nenhum dos dois concede um direito.',
      session: 'sessão: {{name}}',
      address: 'endereço: {{name}}',
      parts: {
        comments: {
          name: 'Comentários',
          rule: 'A conta decide.',
        },
        ai: {
          name: 'IA',
          rule: 'Permitida, a menos que a conta ou a sessão a proíba.',
        },
        chat: {
          name: 'Chat ao lado dos painéis',
          rule: 'A sessão, senão a conta; nunca sem IA.',
        },
        applicationChat: {
          name: 'Chat no aplicativo',
          rule: 'A sessão, senão a conta; nunca sem IA.',
        },
        widgets: {
          name: 'Textos de IA',
          rule: 'A sessão, senão a conta; nunca sem IA.',
        },
        authoring: {
          name: 'Chat que salva conteúdo',
          rule: 'Permitido, a menos que a sessão o proíba, dentro dos direitos do leitor.',
        },
        downloads: {
          name: 'Downloads',
          rule: 'Só onde o endereço os pede; a sessão, o painel ou o bloqueio da conta os proíbem.',
        },
        sharing: {
          name: 'Compartilhamento no aplicativo',
          rule: 'Mostrado, a menos que a sessão o oculte.',
        },
        header: {
          name: 'Cabeçalho dos painéis',
          rule: 'Mostrado, a menos que o endereço o oculte, todo ou em parte.',
        },
        history: {
          name: 'Histórico do chat',
          rule: 'Mostrado, a menos que o endereço o oculte.',
        },
        language: {
          name: 'Idioma',
          rule: 'Uma ação da página, senão o endereço, a sessão, a conta, inglês.',
        },
        colours: {
          name: 'Cores',
          rule: 'Uma ação da página, senão o endereço, o sistema do leitor.',
        },
        timezone: {
          name: 'Fuso horário',
          rule: 'Uma ação da página, senão o endereço, a sessão, a conta.',
        },
      },
    },
    origins: {
      title: 'Origens que podem incorporar',
      hint: 'Só páginas destas origens emolduram painéis e trocam mensagens com eles. Com a lista vazia, toda página que tem uma sessão pode.',
      label: 'Origens',
      example: 'https://app.example.com',
    },
    refused: {
      title: 'Origens recusadas',
      hint: 'Páginas destas origens quiseram incorporar uma superfície e não puderam. Permita as que são suas; qualquer pessoa pode criar uma página que pede.',
      unloaded: 'Não foi possível carregar as origens recusadas',
      none: 'Nenhuma página foi recusada.',
      origin: 'Origem',
      refusals: 'Recusas',
      last: 'Última recusa',
      actions: 'Ações',
      allow: 'Permitir',
      allowOf: 'Permitir {{origin}}',
      forget: 'Esquecer',
      forgetOf: 'Esquecer {{origin}}',
    },
    imageHosts: {
      title: 'Hosts de imagens',
      hint: 'Os textos só mostram imagens destes hosts. Quem opera um host fica sabendo quem vê as suas imagens.',
      label: 'Hosts',
      example: 'images.example.com',
    },
  },
};
