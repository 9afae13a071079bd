import type { Translation } from '../../translation/translation.ts';
import type { peopleEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const peoplePortuguese: Translation<typeof peopleEnglish> = {
  people: {
    title: 'Pessoas',
    hint: 'Quem pode usar esta conta e o que pode fazer.',
    invite: 'Convidar',
    search: 'Procurar por nome ou e-mail',
    none: 'Ninguém encontrado',
    unloaded: 'Não foi possível carregar os utilizadores',
    you: 'Sua conta',
    deactivated: 'Desativado',
    noRole: 'Sem função',
    roleOf: 'Função de {{name}}',
    actionsOf: 'Ações para {{name}}',
    attributes: 'Atributos',
    newLink: 'Nova ligação de convite',
    activate: 'Ativar',
    access: {
      action: 'Sessões, aplicações e chaves',
      title: 'Sessões, aplicações e chaves de {{name}}',
      sessions: 'Com sessão em',
      noSessions: 'Nenhum navegador tem sessão.',
      endAll: 'Encerrar todas as sessões',
      applications: 'Aplicações que podem agir em nome desta pessoa',
      noApplications: 'Nenhuma aplicação pode agir em nome desta pessoa.',
      unloaded: 'Não foi possível carregar as sessões',
      noKeys: 'Não há chaves.',
      keysUnloaded: 'Não foi possível carregar as chaves',
    },
    resetFactors: 'Redefinir os segundos fatores',
    factorsTitle: 'Redefinir os segundos fatores de {{name}}?',
    factorsText:
      'Para um utilizador que os perdeu: a aplicação de autenticação, as chaves de acesso e os códigos de recuperação são removidos, e as sessões terminam. Certifique-se de que é mesmo esta pessoa que pede.',
    deactivate: 'Desativar',
    deactivateTitle: 'Desativar {{name}}?',
    deactivateText:
      'As sessões, chaves e tokens deixam de funcionar de imediato. O que a pessoa criou permanece, e ela pode ser ativada de novo.',
    deleteTitle: 'Eliminar {{name}}?',
    deleteText:
      'As chaves e definições desaparecem. O que a pessoa criou permanece e não pertence a ninguém. Isto não pode ser desfeito.',
    column: {
      user: 'Utilizador',
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
      Viewer: 'Vê o que é partilhado.',
      Explorer: 'Também cria relatórios e pastas de trabalho.',
      Developer: 'Também cria modelos de dados e implantações.',
      Admin: 'Gere tudo, incluindo as pessoas.',
    },
    inviteForm: {
      title: 'Convidar um utilizador',
      email: 'E-mail',
      name: 'Nome',
      role: 'Função',
    },
    link: {
      title: 'Ligação de convite',
      once: 'Envie esta ligação ao utilizador. Define a palavra-passe, funciona uma vez e durante sete dias, e não volta a ser mostrada.',
      done: 'Já o tenho',
    },
  },
};
