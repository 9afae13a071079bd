import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const groupsBrazilianPortuguese: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'Grupos',
    hint: 'Usuários que recebem funções e compartilhamentos em conjunto. Os modelos de dados citam grupos nas suas políticas de acesso.',
    create: 'Novo grupo',
    search: 'Buscar por nome',
    none: 'Ainda não há grupos',
    noneText:
      'Um grupo confere funções aos seus usuários, e o que é compartilhado com ele é compartilhado com cada um deles.',
    notFound: 'Nenhum grupo tem isto no nome',
    unloaded: 'Não foi possível carregar os grupos',
    actionsOf: 'Ações para {{name}}',
    users: 'Usuários',
    usersOf: 'Usuários de {{name}}',
    usersUnloaded: 'Não foi possível carregar os usuários do grupo',
    noUsers: 'O grupo ainda não tem usuários.',
    addUser: 'Adicionar um usuário',
    addUserHint: 'Nome ou e-mail',
    removeUser: 'Remover {{name}} do grupo',
    userCount_one: '{{count, number}} usuário',
    userCount_many: '{{count, number}} usuários',
    userCount_other: '{{count, number}} usuários',
    deleteTitle: 'Excluir {{name}}?',
    deleteText:
      'Os usuários perdem as funções que ele confere e o que é compartilhado com ele. As políticas de acesso que o citam não se aplicam a ninguém. Isto não pode ser desfeito.',
    column: {
      name: 'Grupo',
      roles: 'Funções',
      users: 'Usuários',
      actions: 'Ações',
    },
    form: {
      create: 'Novo grupo',
      edit: 'Editar {{name}}',
      name: 'Nome',
      nameHint: 'Como as políticas de acesso dos modelos de dados o escrevem.',
      description: 'Descrição',
      roles: 'Funções',
      rolesHint: 'Todos os usuários do grupo as têm, além das suas.',
    },
  },
};
