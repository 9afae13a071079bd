import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const peopleBrazilianPortuguese: Translation<typeof peopleEnglish> = {
  people: {
    title: 'Pessoas',
    hint: 'Quem pode usar esta conta e o que pode fazer.',
    invite: 'Convidar',
    search: 'Buscar por nome ou e-mail',
    none: 'Ninguém encontrado',
    unloaded: 'Não foi possível carregar os usuários',
    you: 'Sua conta',
    deactivated: 'Desativado',
    noRole: 'Sem função',
    roleOf: 'Função de {{name}}',
    actionsOf: 'Ações para {{name}}',
    attributes: 'Atributos',
    newLink: 'Novo link de convite',
    activate: 'Ativar',
    access: {
      action: 'Sessões, aplicativos e chaves',
      title: 'Sessões, aplicativos e chaves de {{name}}',
      sessions: 'Com sessão em',
      noSessions: 'Nenhum navegador tem sessão.',
      endAll: 'Encerrar todas as sessões',
      applications: 'Aplicativos que podem agir em nome desta pessoa',
      noApplications: 'Nenhum aplicativo pode agir em nome desta pessoa.',
      unloaded: 'Não foi possível carregar as sessões',
      noKeys: 'Não há chaves.',
      keysUnloaded: 'Não foi possível carregar as chaves',
    },
    resetFactors: 'Redefinir os segundos fatores',
    factorsTitle: 'Redefinir os segundos fatores de {{name}}?',
    factorsText:
      'Para um usuário que os perdeu: o aplicativo autenticador, as chaves de acesso e os códigos de recuperação são removidos, e as sessões terminam. Certifique-se de que é mesmo esta pessoa que pede.',
    deactivate: 'Desativar',
    deactivateTitle: 'Desativar {{name}}?',
    deactivateText:
      'As sessões, chaves e tokens param de funcionar imediatamente. O que a pessoa criou permanece, e ela pode ser ativada de novo.',
    deleteTitle: 'Excluir {{name}}?',
    deleteText:
      'As chaves e configurações se vão. O que a pessoa criou permanece e não pertence a ninguém. Isto não pode ser desfeito.',
    column: {
      user: 'Usuário',
      role: 'Função',
      lastLogin: 'Última entrada',
      actions: 'Ações',
    },
    role: {
      Viewer: 'Leitor',
      Explorer: 'Explorador',
      Developer: 'Desenvolvedor',
      Admin: 'Administrador',
    },
    roleHint: {
      Viewer: 'Vê o que é compartilhado.',
      Explorer: 'Também cria relatórios e pastas de trabalho.',
      Developer: 'Também cria modelos de dados e implantações.',
      Admin: 'Gerencia tudo, inclusive as pessoas.',
    },
    inviteForm: {
      title: 'Convidar um usuário',
      email: 'E-mail',
      name: 'Nome',
      role: 'Função',
    },
    link: {
      title: 'Link de convite',
      once: 'Envie este link ao usuário. Ele define a senha, funciona uma vez e por sete dias, e não é mostrado de novo.',
      done: 'Já o tenho',
    },
  },
};
