import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const groupsPortuguese: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'Grupos',
    hint: 'Utilizadores que recebem funções e partilhas em conjunto. Os modelos de dados citam grupos nas suas políticas de acesso.',
    create: 'Novo grupo',
    search: 'Procurar por nome',
    none: 'Ainda não há grupos',
    noneText:
      'Um grupo confere funções aos seus utilizadores, e o que é partilhado com ele é partilhado com cada um deles.',
    notFound: 'Nenhum grupo tem isto no nome',
    unloaded: 'Não foi possível carregar os grupos',
    actionsOf: 'Ações para {{name}}',
    users: 'Utilizadores',
    usersOf: 'Utilizadores de {{name}}',
    usersUnloaded: 'Não foi possível carregar os utilizadores do grupo',
    noUsers: 'O grupo ainda não tem utilizadores.',
    addUser: 'Adicionar um utilizador',
    addUserHint: 'Nome ou e-mail',
    removeUser: 'Remover {{name}} do grupo',
    userCount_one: '{{count, number}} utilizador',
    userCount_many: '{{count, number}} utilizadores',
    userCount_other: '{{count, number}} utilizadores',
    deleteTitle: 'Eliminar {{name}}?',
    deleteText:
      'Os utilizadores perdem as funções que ele confere e o que é partilhado com ele. As políticas de acesso que o citam não se aplicam a ninguém. Isto não pode ser desfeito.',
    column: {
      name: 'Grupo',
      roles: 'Funções',
      users: 'Utilizadores',
      actions: 'Ações',
    },
    form: {
      create: 'Novo grupo',
      edit: 'Editar {{name}}',
      name: 'Nome',
      nameHint: 'Como as políticas de acesso dos modelos de dados o escrevem.',
      description: 'Descrição',
      roles: 'Funções',
      rolesHint: 'Têm-nas todos os utilizadores do grupo, além das suas.',
    },
  },
};
