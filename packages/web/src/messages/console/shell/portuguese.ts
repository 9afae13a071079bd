import type { Translation } from '../../translation/translation.ts';
import type { shellEnglish } from './english.ts';

/** The texts of `english.ts` in the Portuguese of Portugal. */
export const shellPortuguese: Translation<typeof shellEnglish> = {
  product: 'Oriel',
  documentTitle: '{{title}} · Oriel',
  never: 'Nunca',
  shell: {
    skip: 'Ir para o conteúdo',
    logo: 'Início',
    navigation: 'Navegação',
    main: 'Menu principal',
    workspace: 'Área de trabalho',
    chat: 'Chat',
    thisAccount: 'Conta',
    thisDeployment: 'Implantação',
    apiReference: 'Referência da API',
    iconsOnly: 'Mostrar só os ícones',
    iconsAndNames: 'Mostrar ícones e nomes',
    unopened: 'Não foi possível abrir a consola',
    deployment: 'Implantação',
    newDeployment: 'Nova implantação',
    account: 'Conta de {{email}}',
    shortcuts: 'Atalhos de teclado',
    signOut: 'Terminar sessão',
    signOutUnsaved: 'Terminar sessão sem guardar?',
    signOutUnsavedHint: 'Há alterações que não foram guardadas. Perdem-se ao terminar sessão.',
    colours: {
      label: 'Cores: {{scheme}}',
      light: 'claras',
      dark: 'escuras',
      auto: 'como o sistema',
    },
  },
  shortcuts: {
    anywhere: {
      place: 'Em qualquer lugar',
      help: 'Mostrar esta ajuda',
      search: 'Procurar na área de trabalho, quando estiver aberta',
    },
    list: {
      place: 'Na lista',
      walk: 'Ir para a linha acima ou abaixo',
      open: 'Abrir a linha',
      select: 'Selecionar a linha, ou tirar a seleção',
      selectRange: 'Selecionar da última até esta linha',
      selectAll: 'Selecionar tudo o que está carregado',
      selectNone: 'Limpar a seleção',
    },
    tree: {
      place: 'Na árvore de pastas',
      walk: 'Ir para a pasta acima ou abaixo',
      open: 'Abrir a pasta e depois entrar nela',
      close: 'Fechar a pasta e depois ir para a que a contém',
      ends: 'Ir para a primeira ou a última pasta',
      choose: 'Mostrar a pasta',
    },
  },
};
