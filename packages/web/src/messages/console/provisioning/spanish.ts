import type { Translation } from '../../translation/translation.ts';
import type { provisioningEnglish } from './english.ts';

/** The texts of `english.ts` in Spanish. */
export const provisioningSpanish: Translation<typeof provisioningEnglish> = {
  provisioning: {
    title: 'Roles de los usuarios nuevos',
    hint: 'Lo que pueden hacer los usuarios que crea el inicio de sesión único o SCIM. Los roles no hacen administrador a nadie.',
    unloaded: 'No se pudieron cargar los roles de los usuarios nuevos',
    defaultRole: 'Rol predeterminado',
    defaultHint: 'Para quien se crea sin ningún grupo de los de abajo.',
    byGroup: 'Roles por grupo',
    byGroupHint:
      'Grupos con los nombres que envía el proveedor de identidad, sin distinguir mayúsculas. Con el inicio de sesión único sustituyen al rol predeterminado al crear un usuario; SCIM los añade cada vez que envía miembros.',
    group: 'Grupo {{count}}',
    groupExample: 'Analistas',
    role: 'Rol del grupo {{count}}',
    add: 'Añadir un grupo',
    remove: 'Quitar el grupo {{count}}',
    administrators: 'Puede cambiar cómo inician sesión los administradores',
    administratorsHint:
      'Deja que SCIM, y las claves limitadas a grupos de operaciones, cambien direcciones, contraseñas y segundos factores de administradores, nombren administradores y configuren proveedores de identidad. Quien tenga una clave así puede llegar a ser administrador.',
  },
  scim: {
    title: 'Aprovisionamiento por SCIM',
    hint: 'Un proveedor de identidad que habla SCIM 2.0 crea, cambia y desactiva usuarios y grupos. Quien se desactiva queda fuera con la siguiente petición.',
    address: 'Dirección base',
    token:
      'El token del proveedor es una clave de API de un administrador que llega a todos los despliegues. Actúa como usted y termina con su usuario.',
    newKey: 'Nueva clave para SCIM',
    keyName: 'Aprovisionamiento por SCIM',
  },
};
