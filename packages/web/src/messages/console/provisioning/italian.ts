import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in Italian. */
export const provisioningItalian: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: 'Ruoli dei nuovi utenti',
    hint: 'Che cosa possono fare gli utenti creati dal Single Sign-On o da SCIM. I ruoli non rendono nessuno amministratore.',
    unloaded: 'Impossibile caricare i ruoli dei nuovi utenti',
    defaultRole: 'Ruolo predefinito',
    defaultHint: 'Per chi viene creato senza un gruppo tra quelli sotto.',
    byGroup: 'Ruoli per gruppo',
    byGroupHint:
      'Gruppi con i nomi inviati dal provider di identità, senza distinguere maiuscole e minuscole. Con il Single Sign-On sostituiscono il ruolo predefinito alla creazione di un utente; SCIM li aggiunge ogni volta che invia membri.',
    group: 'Gruppo {{count}}',
    groupExample: 'Analisti',
    role: 'Ruolo del gruppo {{count}}',
    add: 'Aggiungi un gruppo',
    remove: 'Rimuovi il gruppo {{count}}',
    administrators: 'Può cambiare come accedono gli amministratori',
    administratorsHint:
      'Consente a SCIM, e alle chiavi limitate a gruppi di operazioni, di cambiare indirizzi, password e secondi fattori degli amministratori, di nominare amministratori e di configurare provider di identità. Chi possiede una chiave simile può diventare amministratore.',
  },
  scim: {
    title: 'Provisioning tramite SCIM',
    hint: 'Un provider di identità che parla SCIM 2.0 crea, modifica e disattiva utenti e gruppi. Chi viene disattivato è fuori dalla richiesta successiva.',
    address: 'Indirizzo di base',
    token:
      'Il token del provider è una chiave API di un amministratore che raggiunge tutti i deployment. Agisce come Lei e termina con il Suo utente.',
    newKey: 'Nuova chiave per SCIM',
    keyName: 'Provisioning tramite SCIM',
  },
};
