import type { MailTexts } from './mail-text-types.ts';

export const portuguese: MailTexts = {
  invitation: {
    title: 'Recebeu um convite para o Oriel',
    text: 'Defina uma palavra-passe para iniciar sessão como {{email}}. A ligação funciona uma única vez, no prazo de sete dias.',
    action: 'Definir uma palavra-passe',
    reason: 'Recebe esta mensagem porque um administrador o convidou.',
  },
  reset: {
    title: 'Definir outra palavra-passe',
    text: 'Foi pedida uma nova palavra-passe para {{email}}. A ligação funciona uma única vez, no prazo de uma hora.',
    action: 'Definir outra palavra-passe',
    reason: 'Se não foi o autor do pedido, não faça nada: a sua palavra-passe mantém-se.',
  },
  changed: {
    title: 'A sua palavra-passe foi alterada',
    text: 'A palavra-passe de {{email}} foi alterada e as outras sessões da consola terminaram.',
    reason:
      'Se não foi o autor da alteração, peça uma nova palavra-passe na página de início de sessão e avise um administrador.',
  },
  notification: {
    unnamed: 'Painel',
    open: 'Abrir o painel',
    reason: 'Recebe esta mensagem porque é destinatário deste painel.',
    unsubscribe: 'Cancelar a subscrição',
    withoutData:
      'Os dados deste painel não podem ser transferidos, pelo que esta mensagem não contém nenhum.',
    picture: 'O painel',
    tooLarge: 'Demasiado grandes para anexar: {{titles}}',
    failed: 'Não foi possível carregar este gráfico.',
    causes: {
      unreachable: 'Não é possível contactar a base de dados.',
      timeout: 'A consulta demorou demasiado e foi interrompida.',
      memory: 'A consulta precisa de mais memória do que pode utilizar.',
      tooLarge: 'O resultado é demasiado grande para uma mensagem.',
      busy: 'O servidor estava demasiado ocupado para responder.',
      notConnected: 'A sua própria ligação à origem de dados não existe ou expirou.',
      model: 'O modelo de dados tem erros ou não está disponível.',
      member: 'Um dos campos deste gráfico não está no modelo de dados ou não o pode ver.',
      refused: 'Não pode ver os dados deste gráfico.',
      python: 'O código Python deste gráfico falhou.',
      other: 'Abra o painel para ver o motivo.',
    },
    noRows: 'Sem linhas',
    moreRows: {
      one: 'e mais {{count}} linha no ficheiro anexo',
      other: 'e mais {{count}} linhas no ficheiro anexo',
    },
  },
  mention: {
    title: '{{author}} mencionou-o em {{dashboard}}',
    unnamed: 'um painel',
    open: 'Abrir o comentário',
    openYourself: 'O comentário encontra-se ao lado do painel, onde costuma abri-lo.',
    reason: 'Recebe esta mensagem porque um comentário o menciona.',
    unsubscribe: 'Cancelar a subscrição',
  },
  truth: { yes: 'Sim', no: 'Não' },
};
