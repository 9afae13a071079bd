import type { SignInTranslation } from './sign-in-translation.ts';

/** The way in, in the Portuguese of Portugal. */
export const portuguese: SignInTranslation = {
  embedSignIn: {
    done: 'Sessão iniciada',
    doneHint: 'Pode fechar esta janela.',
    failed: 'Não foi possível transmitir o início de sessão',
    alone: 'Nenhuma vista pediu um início de sessão',
    aloneHint: 'Volte à página de onde veio e escolha aí Iniciar sessão.',
  },
  signIn: {
    title: 'Iniciar sessão',
    hint: 'O primeiro arranque mostra as credenciais do administrador.',
    email: 'Endereço de e-mail',
    password: 'Palavra-passe',
    forgot: 'Esqueceu-se da palavra-passe?',
    back: 'Voltar ao início de sessão',
    with: 'Continuar com {{name}}',
    or: 'ou',
    withPassword: 'Iniciar sessão com palavra-passe',
    refused: {
      sign_in_failed: 'O endereço de e-mail ou a palavra-passe está errado.',
      password_sign_in_disabled:
        'Aqui não se aceitam palavras-passe. Inicie sessão com um fornecedor de identidade.',
      sign_in_challenge_unknown: 'O início de sessão expirou ou começou noutro navegador. Comece de novo.',
      second_factor_wrong: 'O código ou a chave de acesso não é válido ou já foi utilizado.',
    },
    problem: {
      deactivated: 'O seu utilizador está desativado. Contacte um administrador.',
      email_missing: 'O fornecedor de identidade não enviou o seu endereço de e-mail.',
      email_unverified: 'O fornecedor de identidade não verificou o seu endereço de e-mail.',
      email_of_another:
        'O seu endereço de e-mail pertence a um utilizador que inicia sessão de outra forma. Contacte um administrador.',
      not_provisioned: 'Ainda não existe um utilizador para si. Contacte um administrador.',
      expired: 'Este início de sessão expirou ou começou noutro navegador. Tente novamente.',
      attribute_mismatch:
        'O fornecedor de identidade enviou algo que não se adequa. Contacte um administrador.',
      provider_failed: 'O fornecedor de identidade não iniciou a sua sessão. Tente novamente.',
      other: 'Não foi possível iniciar a sua sessão. Tente novamente.',
    },
  },
  forgotPassword: {
    title: 'Esqueceu-se da palavra-passe?',
    hint: 'Introduza o seu endereço de e-mail e receberá uma ligação para definir outra palavra-passe.',
    send: 'Enviar a ligação',
    sentTitle: 'Consulte o seu correio',
    sentText:
      'Se existir uma conta para {{email}}, uma ligação vai a caminho. Funciona uma vez, durante uma hora.',
    sentHint: 'Nenhuma mensagem? Peça uma ligação a um administrador.',
  },
  secondFactor: {
    title: 'Mais um passo',
    hint: 'Comprove que é o titular com o segundo fator.',
    code: 'Código da aplicação de autenticação',
    recoveryCode: 'Código de recuperação',
    confirm: 'Confirmar',
    usePasskey: 'Usar uma chave de acesso',
    useRecovery: 'Usar um código de recuperação',
    useApp: 'Usar a aplicação de autenticação',
    expired: 'Este início de sessão expirou',
    expiredText: 'Comece de novo com a sua palavra-passe.',
    passkeyOnly: 'Use a chave de acesso ou a chave de segurança que configurou.',
    enrolTitle: 'Configurar um segundo fator',
    enrolHint:
      'A sua conta exige um além da palavra-passe. Configure uma aplicação ou uma chave de acesso para continuar.',
  },
  passkeySignIn: {
    action: 'Usar uma chave de acesso',
    failed: 'O navegador não forneceu nenhuma chave de acesso.',
  },
  factors: {
    unloaded: 'Não foi possível carregar a segurança da sua conta',
    totp: {
      title: 'Aplicativo autenticador',
      hint: 'Um aplicativo no seu celular mostra um novo código a cada 30 segundos.',
      none: 'Não configurado',
      setUp: 'Configurar',
      dialog: 'Configurar um aplicativo autenticador',
      scan: 'Escaneie esta imagem com o aplicativo ou digite a chave, e informe o código que ele mostra.',
      picture: 'Código QR com a chave',
      key: 'Chave',
    },
    passkeys: {
      title: 'Chaves de acesso',
      hint: 'Seu dispositivo ou uma chave de segurança faz o seu login, com ou sem senha.',
      none: 'Nenhuma chave de acesso ainda',
      add: 'Adicionar uma chave de acesso',
      name: 'Nome',
      example: 'Notebook do trabalho',
    },
    codes: {
      dialog: 'Seus códigos de recuperação',
      once: 'Eles são mostrados só desta vez. Guarde-os onde possa encontrá-los sem o celular.',
      kept: 'Já os guardei',
    },
    again: {
      title: 'É você?',
      text: 'Esta alteração pede sua senha mais uma vez. Sem senha, saia e entre novamente.',
      confirm: 'Confirmar',
    },
  },
};

/** The same in Brazilian Portuguese. */
export const brazilianPortuguese: SignInTranslation = {
  embedSignIn: {
    done: 'Você entrou',
    doneHint: 'Você pode fechar esta janela.',
    failed: 'Não foi possível repassar a entrada',
    alone: 'Nenhuma visualização pediu para entrar',
    aloneHint: 'Volte à página de onde veio e escolha Entrar lá.',
  },
  signIn: {
    title: 'Entrar',
    hint: 'A primeira inicialização mostra as credenciais do administrador.',
    email: 'Endereço de e-mail',
    password: 'Senha',
    forgot: 'Esqueceu sua senha?',
    back: 'Voltar para entrar',
    with: 'Continuar com {{name}}',
    or: 'ou',
    withPassword: 'Entrar com uma senha',
    refused: {
      sign_in_failed: 'O endereço de e-mail ou a senha está incorreto.',
      password_sign_in_disabled: 'Senhas não são aceitas aqui. Entre com um provedor de identidade.',
      sign_in_challenge_unknown: 'A entrada expirou ou começou em outro navegador. Comece de novo.',
      second_factor_wrong: 'O código ou a chave de acesso não é válido ou já foi usado.',
    },
    problem: {
      deactivated: 'Seu usuário está desativado. Fale com um administrador.',
      email_missing: 'O provedor de identidade não enviou seu endereço de e-mail.',
      email_unverified: 'O provedor de identidade não verificou seu endereço de e-mail.',
      email_of_another:
        'Seu endereço de e-mail pertence a um usuário que entra de outra forma. Fale com um administrador.',
      not_provisioned: 'Ainda não há um usuário para você. Fale com um administrador.',
      expired: 'Esta entrada expirou ou começou em outro navegador. Tente novamente.',
      attribute_mismatch:
        'O provedor de identidade enviou algo que não se encaixa. Fale com um administrador.',
      provider_failed: 'O provedor de identidade não permitiu sua entrada. Tente novamente.',
      other: 'Não foi possível entrar. Tente novamente.',
    },
  },
  forgotPassword: {
    title: 'Esqueceu sua senha?',
    hint: 'Informe seu endereço de e-mail e você receberá um link para definir outra senha.',
    send: 'Enviar o link',
    sentTitle: 'Veja seu e-mail',
    sentText:
      'Se houver uma conta para {{email}}, um link está a caminho. Ele funciona uma vez, em até uma hora.',
    sentHint: 'Nenhuma mensagem? Peça um link a um administrador.',
  },
  secondFactor: {
    title: 'Mais uma etapa',
    hint: 'Prove que é você com seu segundo fator.',
    code: 'Código do aplicativo autenticador',
    recoveryCode: 'Código de recuperação',
    confirm: 'Confirmar',
    usePasskey: 'Usar uma chave de acesso',
    useRecovery: 'Usar um código de recuperação',
    useApp: 'Usar o aplicativo autenticador',
    expired: 'Esta entrada expirou',
    expiredText: 'Comece de novo com sua senha.',
    passkeyOnly: 'Use a chave de acesso ou a chave de segurança que você configurou.',
    enrolTitle: 'Configurar um segundo fator',
    enrolHint:
      'Sua conta exige um além da senha. Configure um aplicativo ou uma chave de acesso para continuar.',
  },
  passkeySignIn: {
    action: 'Usar uma chave de acesso',
    failed: 'O navegador não forneceu nenhuma chave de acesso.',
  },
  factors: {
    unloaded: 'Não foi possível carregar a segurança da sua conta',
    totp: {
      title: 'Aplicação de autenticação',
      hint: 'Uma aplicação no seu telemóvel mostra um novo código a cada 30 segundos.',
      none: 'Não configurada',
      setUp: 'Configurar',
      dialog: 'Configurar uma aplicação de autenticação',
      scan: 'Leia esta imagem com a aplicação ou escreva a chave, e introduza o código que ela mostra.',
      picture: 'Código QR com a chave',
      key: 'Chave',
    },
    passkeys: {
      title: 'Chaves de acesso',
      hint: 'O seu dispositivo ou uma chave de segurança inicia a sessão, com ou sem palavra-passe.',
      none: 'Ainda não há chaves de acesso',
      add: 'Adicionar uma chave de acesso',
      name: 'Nome',
      example: 'Portátil do trabalho',
    },
    codes: {
      dialog: 'Os seus códigos de recuperação',
      once: 'Só são mostrados desta vez. Guarde-os onde os encontre sem o telemóvel.',
      kept: 'Já os guardei',
    },
    again: {
      title: 'Confirma que é o próprio?',
      text: 'Esta alteração pede a palavra-passe mais uma vez. Sem palavra-passe, termine a sessão e inicie-a de novo.',
      confirm: 'Confirmar',
    },
  },
};
