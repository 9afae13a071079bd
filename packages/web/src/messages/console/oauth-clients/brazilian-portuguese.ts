import type { Translation } from '../../translation/translation.ts';
import type { oauthClientsEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Brazil. */
export const oauthClientsBrazilianPortuguese: Translation<typeof oauthClientsEnglish> = {
  oauthClients: {
    title: 'Clientes OAuth',
    hint: 'Programas que os usuários podem deixar agir em seu nome, ou nos quais entram com esta conta.',
    create: 'Novo cliente',
    none: 'Ainda não há clientes OAuth',
    noneText:
      'Um programa é registrado aqui antes de poder pedir aos usuários para agir em seu nome. A linha de comando do Oriel está sempre presente.',
    unloaded: 'Não foi possível carregar os clientes OAuth',
    actionsOf: 'Ações para {{name}}',
    dynamic: 'Registrou-se sozinho',
    noRedirects: 'Nenhum',
    id: 'ID do cliente',
    kind: {
      web: 'Aplicativo web',
      native: 'Programa em um computador',
      page: 'Página em um navegador',
      service: 'Serviço',
    },
    column: {
      name: 'Cliente',
      kind: 'Tipo',
      redirects: 'Endereços de redirecionamento',
      created: 'Criado',
      actions: 'Ações',
    },
    rotate: 'Substituir o segredo',
    rotateTitle: 'Substituir o segredo de {{name}}?',
    rotateText:
      'O segredo atual para de funcionar imediatamente: o cliente não recebe tokens até ter o novo. Os tokens que ele tem continuam válidos.',
    deleteTitle: 'Excluir {{name}}?',
    deleteText:
      'O que os usuários o deixaram fazer termina imediatamente, e ele não pode mais pedir nada a ninguém. Isto não pode ser desfeito.',
    secretTitle: 'O segredo de {{name}}',
    createdTitle: '{{name}} está registrado',
    createdText: 'O programa precisa do seu ID do cliente. Ele não guarda nenhum segredo.',
    form: {
      redirectExample: 'https://app.example.com/callback',
      uriExample: 'https://app.example.com',
      create: 'Novo cliente OAuth',
      edit: 'Editar {{name}}',
      name: 'Nome',
      nameHint: 'Os usuários o veem quando lhes é perguntado.',
      uri: 'Página inicial',
      kind: 'Tipo',
      kindHint: {
        web: 'Tem um servidor, que guarda o segredo.',
        native: 'É executado junto do usuário e não guarda segredo, como uma linha de comando ou um app.',
        page: 'É executado no navegador e não guarda segredo.',
        service: 'Age por si, como um usuário, com o seu segredo.',
      },
      redirects: 'Endereços de redirecionamento',
      redirectsHint:
        'Para onde os usuários são enviados de volta, cada um à letra. Confirme cada um com Enter.',
      nativeRedirectsHint:
        'Como http://127.0.0.1/callback, com qualquer porta, ou com.example.app:/callback. Confirme cada um com Enter.',
      scopes: 'Pode pedir',
      level: {
        write: 'Ler e alterar',
        read: 'Ler',
        identity: 'Quem é o usuário',
      },
      user: 'Age como',
      userHint: 'Pode o que este usuário pode.',
      chosenUser: 'Age como {{name}}',
      otherUser: 'Escolher outro usuário',
    },
  },
};
