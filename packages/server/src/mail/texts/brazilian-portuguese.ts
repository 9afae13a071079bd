import type { MailTexts } from './mail-text-types.ts';

export const brazilianPortuguese: MailTexts = {
  invitation: {
    title: 'Você recebeu um convite para o Oriel',
    text: 'Defina uma senha para entrar como {{email}}. O link funciona uma única vez, em até sete dias.',
    action: 'Definir uma senha',
    reason: 'Você recebe esta mensagem porque um administrador convidou você.',
  },
  reset: {
    title: 'Definir outra senha',
    text: 'Foi solicitada uma nova senha para {{email}}. O link funciona uma única vez, em até uma hora.',
    action: 'Definir outra senha',
    reason: 'Se não foi você, não faça nada: sua senha continua a mesma.',
  },
  changed: {
    title: 'Sua senha foi alterada',
    text: 'A senha de {{email}} foi alterada, e as outras sessões do console foram encerradas.',
    reason: 'Se não foi você, solicite uma nova senha na página de login e avise um administrador.',
  },
  notification: {
    unnamed: 'Painel',
    open: 'Abrir o painel',
    reason: 'Você recebe esta mensagem porque é destinatário deste painel.',
    unsubscribe: 'Cancelar a inscrição',
    withoutData:
      'Os dados deste painel não podem ser baixados, portanto esta mensagem não contém nenhum deles.',
    picture: 'O painel',
    tooLarge: 'Grandes demais para anexar: {{titles}}',
    failed: 'Não foi possível carregar este gráfico.',
    causes: {
      unreachable: 'Não foi possível conectar ao banco de dados.',
      timeout: 'A consulta demorou demais e foi interrompida.',
      memory: 'A consulta precisa de mais memória do que pode usar.',
      tooLarge: 'O resultado é grande demais para uma mensagem.',
      busy: 'O servidor estava ocupado demais para responder.',
      notConnected: 'Sua própria conexão com a fonte de dados não existe ou expirou.',
      model: 'O modelo de dados tem erros ou não está disponível.',
      member: 'Um dos campos dele não está no modelo de dados ou você não pode vê-lo.',
      refused: 'Você não pode ver os dados dele.',
      python: 'O código Python dele falhou.',
      other: 'Abra o painel para ver o motivo.',
    },
    noRows: 'Nenhuma linha',
    moreRows: {
      one: 'e mais {{count}} linha no arquivo anexo',
      other: 'e mais {{count}} linhas no arquivo anexo',
    },
  },
  mention: {
    title: '{{author}} mencionou você em {{dashboard}}',
    unnamed: 'um painel',
    open: 'Abrir o comentário',
    openYourself: 'O comentário fica ao lado do painel, onde você costuma abri-lo.',
    reason: 'Você recebe esta mensagem porque um comentário menciona você.',
    unsubscribe: 'Cancelar a inscrição',
  },
  truth: { yes: 'Sim', no: 'Não' },
};
