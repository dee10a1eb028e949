//! French texts of emails about an account.

use super::EmailTexts;

pub(super) const TEXTS: EmailTexts = EmailTexts {
    greeting: "Bonjour {name},",
    footer: "Sprout a envoyé ce message à l’adresse e-mail de votre compte.",
    former_footer: "Sprout a envoyé ce message à l’adresse e-mail de votre ancien compte.",
    password_reset_subject: "Réinitialisez votre mot de passe Sprout",
    password_reset: "Quelqu’un a demandé la réinitialisation du mot de passe de votre compte Sprout. Si \
        c’était vous, utilisez ce lien dans les 30 minutes :\n\n{link}\n\nLe lien ne \
        fonctionne qu’une fois et remplace les précédents. Si ce n’était pas vous, ignorez \
        cet e-mail : votre mot de passe reste le même.",
    password_changed_subject: "Votre mot de passe Sprout a été changé",
    password_was_reset: "Le mot de passe de votre compte Sprout a été réinitialisé avec un lien envoyé à \
        cette adresse. Vous êtes déconnecté partout.\n\nSi ce n’était pas vous, quelqu’un \
        d’autre peut lire vos e-mails. Sécurisez d’abord votre boîte, puis réinitialisez \
        votre mot de passe :\n\n{link}",
    password_changed: "Le mot de passe de votre compte Sprout a été changé sur la page du compte. Vos \
        autres sessions sont déconnectées.\n\nSi ce n’était pas vous, réinitialisez votre \
        mot de passe maintenant :\n\n{link}",
    mfa_on_subject: "La MFA de Sprout a été activée",
    mfa_on: "L’authentification multifacteur (MFA) de votre compte Sprout a été activée. Il vous \
        faut désormais un code de votre application d’authentification pour vous \
        connecter.\n\nSi ce n’était pas vous, changez votre mot de passe et vérifiez vos \
        sessions :\n\n{link}",
    mfa_off_subject: "La MFA de Sprout a été désactivée",
    mfa_off: "L’authentification multifacteur (MFA) de votre compte Sprout a été désactivée. Votre \
        mot de passe suffit désormais pour vous connecter.\n\nSi ce n’était pas vous, \
        changez votre mot de passe et vérifiez vos sessions :\n\n{link}",
    mfa_reset: "Un opérateur de ce serveur Sprout a désactivé l’authentification multifacteur (MFA) \
        de votre compte, ce qui se fait pour les personnes qui ont perdu leur application \
        d’authentification et leurs codes de récupération. Vous êtes déconnecté partout. \
        Tant que vous ne l’avez pas configurée à nouveau sur la page du compte, votre mot de \
        passe suffit pour vous connecter.\n\nSi vous ne l’avez pas demandé, réinitialisez \
        votre mot de passe maintenant :\n\n{link}",
    account_deleted_subject: "Votre compte Sprout a été supprimé",
    account_deleted: "Votre compte Sprout et toutes vos données personnelles qu’il contenait ont été \
        supprimés. Cette action est irréversible. Ceci est le dernier e-mail de \
        Sprout.\n\nSi ce n’était pas vous, quelqu’un connaissait votre mot de passe : \
        changez-le partout où vous l’utilisez.",
    registration_attempt_subject: "Tentative d’inscription avec votre adresse e-mail",
    registration_attempt: "Quelqu’un a tenté de s’inscrire sur Sprout avec cette adresse e-mail, qui a déjà un \
        compte. Rien n’a été modifié.\n\nSi c’était vous, connectez-vous plutôt \
        :\n\n{sign_in_page}\n\nOu réinitialisez votre mot de passe si vous ne le connaissez \
        pas :\n\n{reset_page}\n\nSi ce n’était pas vous, ignorez cet e-mail. Un seul e-mail \
        de ce type est envoyé par jour.",
    verification_subject: "Confirmez votre adresse e-mail pour Sprout",
    verification: "Cette adresse e-mail a été saisie pour un compte Sprout. Si c’était vous, \
        confirmez-la avec ce lien dans les 3 jours :\n\n{link}\n\nSi ce n’était pas vous, \
        ignorez cet e-mail.",
};
