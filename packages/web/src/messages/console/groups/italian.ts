import type { Translation } from '../../translation/translation.ts';
import type { groupsEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const groupsItalian: Translation<typeof groupsEnglish> = {
  groups: {
    title: 'Gruppi',
    hint: 'Utenti che ricevono insieme ruoli e condivisioni. I modelli di dati nominano i gruppi nei loro criteri di accesso.',
    create: 'Nuovo gruppo',
    search: 'Cerca per nome',
    none: 'Ancora nessun gruppo',
    noneText:
      'Un gruppo conferisce ruoli ai suoi utenti, e ciò che è condiviso con esso è condiviso con ciascuno di loro.',
    notFound: 'Nessun gruppo ha questo nel nome',
    unloaded: 'Impossibile caricare i gruppi',
    actionsOf: 'Azioni per {{name}}',
    users: 'Utenti',
    usersOf: 'Utenti di {{name}}',
    usersUnloaded: 'Impossibile caricare gli utenti del gruppo',
    noUsers: 'Il gruppo non ha ancora utenti.',
    addUser: 'Aggiungi un utente',
    addUserHint: 'Nome o e-mail',
    removeUser: 'Rimuovi {{name}} dal gruppo',
    userCount_one: '{{count, number}} utente',
    userCount_many: '{{count, number}} utenti',
    userCount_other: '{{count, number}} utenti',
    deleteTitle: 'Eliminare {{name}}?',
    deleteText:
      'I suoi utenti perdono i ruoli che conferisce e ciò che è condiviso con esso. I criteri di accesso che lo nominano non valgono per nessuno. Non si può annullare.',
    column: {
      name: 'Gruppo',
      roles: 'Ruoli',
      users: 'Utenti',
      actions: 'Azioni',
    },
    form: {
      create: 'Nuovo gruppo',
      edit: 'Modifica {{name}}',
      name: 'Nome',
      nameHint: 'Come lo scrivono i criteri di accesso dei modelli di dati.',
      description: 'Descrizione',
      roles: 'Ruoli',
      rolesHint: 'Li hanno tutti gli utenti del gruppo, oltre ai propri.',
    },
  },
};
