//! Portuguese texts of emails about an account.

use super::EmailTexts;

pub(super) const TEXTS: EmailTexts = EmailTexts {
    greeting: "Olá, {name},",
    footer: "O Sprout enviou esta mensagem para o endereço de e-mail da sua conta.",
    former_footer: "O Sprout enviou esta mensagem para o endereço de e-mail da sua antiga conta.",
    password_reset_subject: "Redefina sua senha do Sprout",
    password_reset: "alguém pediu para redefinir a senha da sua conta do Sprout. Se foi você, use este \
        link em até 30 minutos:\n\n{link}\n\nO link funciona uma vez e substitui os \
        anteriores. Se não foi você, ignore este e-mail: sua senha continua a mesma.",
    password_changed_subject: "Sua senha do Sprout foi alterada",
    password_was_reset: "a senha da sua conta do Sprout foi redefinida com um link enviado para este \
        endereço. Você foi desconectado em todos os lugares.\n\nSe não foi você, outra \
        pessoa consegue ler seu e-mail. Proteja primeiro sua caixa de e-mail e depois \
        redefina sua senha:\n\n{link}",
    password_changed: "a senha da sua conta do Sprout foi alterada na página da conta. Suas outras sessões \
        foram encerradas.\n\nSe não foi você, redefina sua senha agora:\n\n{link}",
    mfa_on_subject: "A MFA do Sprout foi ativada",
    mfa_on: "a autenticação multifator (MFA) da sua conta do Sprout foi ativada. Agora você \
        precisa de um código do seu aplicativo autenticador para entrar.\n\nSe não foi você, \
        altere sua senha e verifique suas sessões:\n\n{link}",
    mfa_off_subject: "A MFA do Sprout foi desativada",
    mfa_off: "a autenticação multifator (MFA) da sua conta do Sprout foi desativada. Agora você \
        precisa apenas da sua senha para entrar.\n\nSe não foi você, altere sua senha e \
        verifique suas sessões:\n\n{link}",
    mfa_reset: "um operador deste servidor do Sprout desativou a autenticação multifator (MFA) da \
        sua conta, o que se faz para pessoas que perderam o aplicativo autenticador e os \
        códigos de recuperação. Você foi desconectado em todos os lugares. Até configurá-la \
        de novo na página da conta, você precisa apenas da sua senha para entrar.\n\nSe você \
        não pediu isso, redefina sua senha agora:\n\n{link}",
    account_deleted_subject: "Sua conta do Sprout foi excluída",
    account_deleted: "sua conta do Sprout e todos os seus dados pessoais nela foram excluídos. Isso não \
        pode ser desfeito. Este é o último e-mail do Sprout.\n\nSe não foi você, alguém \
        sabia sua senha: altere-a nos outros lugares em que a usa.",
    registration_attempt_subject: "Alguém tentou se registrar com seu endereço de e-mail",
    registration_attempt: "alguém tentou se registrar no Sprout com este endereço de e-mail, que já tem uma \
        conta. Nada foi alterado.\n\nSe foi você, entre:\n\n{sign_in_page}\n\nOu redefina \
        sua senha se não a souber:\n\n{reset_page}\n\nSe não foi você, ignore este e-mail. \
        No máximo um e-mail assim é enviado por dia.",
    verification_subject: "Confirme seu endereço de e-mail para o Sprout",
    verification: "este endereço de e-mail foi informado para uma conta do Sprout. Se foi você, \
        confirme-o com este link em até 3 dias:\n\n{link}\n\nSe não foi você, ignore este \
        e-mail.",
};
