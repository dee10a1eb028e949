//! Spanish texts of emails about an account.

use super::EmailTexts;

pub(super) const TEXTS: EmailTexts = EmailTexts {
    greeting: "Hola, {name}:",
    footer: "Sprout envió este mensaje a la dirección de correo de su cuenta.",
    former_footer: "Sprout envió este mensaje a la dirección de correo de su cuenta anterior.",
    password_reset_subject: "Restablezca su contraseña de Sprout",
    password_reset: "Alguien pidió restablecer la contraseña de su cuenta de Sprout. Si fue usted, use \
        este enlace en los próximos 30 minutos:\n\n{link}\n\nEl enlace sirve una vez y \
        reemplaza a los anteriores. Si no fue usted, ignore este correo: su contraseña no \
        cambia.",
    password_changed_subject: "Se cambió su contraseña de Sprout",
    password_was_reset: "La contraseña de su cuenta de Sprout se restableció con un enlace enviado a esta \
        dirección. Se cerró su sesión en todas partes.\n\nSi no fue usted, otra persona \
        puede leer su correo. Proteja primero su buzón y luego restablezca su \
        contraseña:\n\n{link}",
    password_changed: "La contraseña de su cuenta de Sprout se cambió en la página de la cuenta. Se \
        cerraron sus otras sesiones.\n\nSi no fue usted, restablezca su contraseña \
        ahora:\n\n{link}",
    mfa_on_subject: "Se activó MFA para Sprout",
    mfa_on: "Se activó la autenticación multifactor (MFA) de su cuenta de Sprout. Ahora necesita \
        un código de su aplicación de autenticación para iniciar sesión.\n\nSi no fue usted, \
        cambie su contraseña y revise sus sesiones:\n\n{link}",
    mfa_off_subject: "Se desactivó MFA para Sprout",
    mfa_off: "Se desactivó la autenticación multifactor (MFA) de su cuenta de Sprout. Ahora solo \
        necesita su contraseña para iniciar sesión.\n\nSi no fue usted, cambie su contraseña \
        y revise sus sesiones:\n\n{link}",
    mfa_reset: "Un operador de este servidor de Sprout desactivó la autenticación multifactor (MFA) \
        de su cuenta, lo que se hace para quienes perdieron su aplicación de autenticación y \
        sus códigos de recuperación. Se cerró su sesión en todas partes. Hasta que la \
        configure de nuevo en la página de la cuenta, solo necesita su contraseña para \
        iniciar sesión.\n\nSi no lo pidió usted, restablezca su contraseña ahora:\n\n{link}",
    account_deleted_subject: "Se eliminó su cuenta de Sprout",
    account_deleted: "Se eliminaron su cuenta de Sprout y todos sus datos personales en ella. Esto no se \
        puede deshacer. Este es el último correo de Sprout.\n\nSi no fue usted, alguien \
        conocía su contraseña: cámbiela en los demás lugares donde la use.",
    registration_attempt_subject: "Alguien intentó registrarse con su dirección de correo",
    registration_attempt: "Alguien intentó registrarse en Sprout con esta dirección de correo, que ya tiene una \
        cuenta. No se cambió nada.\n\nSi fue usted, inicie sesión:\n\n{sign_in_page}\n\nO \
        restablezca su contraseña si no la sabe:\n\n{reset_page}\n\nSi no fue usted, ignore \
        este correo. Se envía como máximo un correo así al día.",
    verification_subject: "Confirme su dirección de correo para Sprout",
    verification: "Se ingresó esta dirección de correo para una cuenta de Sprout. Si fue usted, \
        confírmela con este enlace en un plazo de 3 días:\n\n{link}\n\nSi no fue usted, \
        ignore este correo.",
};
