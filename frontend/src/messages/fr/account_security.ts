/** French texts: account security. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/account_security';

export const messages: Translation<typeof t> = {
  yourData: 'Vos données',
  downloadOrDeleteYourData: 'Téléchargez ou supprimez vos données.',
  theDemoAccountIsSharedYou:
    'Le compte de démonstration est partagé. Vous ne pouvez ni le télécharger ni le supprimer.',
  oneJsonFileWithYourProfile:
    'Un fichier JSON avec votre profil, vos sessions, vos e-mails, vos conversations avec Sprout AI, vos clés API et vos entrées du journal d’audit. Il ne contient ni mots de passe ni secrets.',
  yourDataHasBeenDownloaded: 'Vos données ont été téléchargées.',
  couldntCreateTheFileTryAgain: 'Impossible de créer le fichier. Réessayez.',
  preparingFile: 'Préparation du fichier…',
  downloadMyData: 'Télécharger mes données',
  deleteMyAccount: 'Supprimer mon compte',
  couldntLoadYourOrganizations: 'Impossible de charger vos organisations.',
  yourOrganizationsAreLoading: 'Chargement de vos organisations',
  thisCantBeUndoneYourProfile:
    'Cette action est irréversible. Votre profil, vos sessions et vos conversations sont supprimés immédiatement, et vos clés API cessent de fonctionner. Les organisations conservent leurs enregistrements : les journaux d’audit, les brouillons et les corrections affichent toujours votre nom.',
  organizationsToDelete: 'Organisations à supprimer',
  organizationsWithoutOtherMembersAreDeleted:
    'Les organisations sans autre membre sont également supprimées :',
  delete: 'Supprimer {name}',
  couldntDeleteYourAccountTryAgain: 'Impossible de supprimer votre compte. Réessayez.',
  cancel: 'Annuler',
  deleteMyAccountPermanently: 'Supprimer définitivement mon compte',
  couldntTurnOffMfaTryAgain: 'Impossible de désactiver la MFA. Réessayez.',
  turnOffMfa: 'Désactiver la MFA',
  scanThisCodeWithAnAuthenticator:
    'Scannez ce code avec une application d’authentification ou saisissez la clé. Saisissez ensuite le code à 6 chiffres de l’application.',
  qrCodeForYourAuthenticatorApp: 'Code QR pour votre application d’authentification',
  key: 'Clé',
  sixDigitCode: '6 chiffres de l’application.',
  couldntTurnOnMfaTryAgain: 'Impossible d’activer la MFA. Réessayez.',
  turnOnMfa: 'Activer la MFA',
  yourPassword: 'Votre mot de passe',
  confirmsThatItsYou: 'Confirme que c’est bien vous.',
  couldntSetUpMfaTryAgain: 'Impossible de configurer la MFA. Réessayez.',
  continue: 'Continuer',
  mfaIsOn: 'La MFA est activée.',
  saveTheseRecoveryCodesInA:
    'Conservez ces codes de récupération en lieu sûr. Si vous perdez votre application d’authentification, vous pouvez utiliser chaque code une fois à la place. Vous ne les reverrez pas.',
  recoveryCodes: 'Codes de récupération',
  iveSavedThem: 'Je les ai enregistrés',
  code: 'Code',
  timeZone: 'Fuseau horaire',
  password: 'Mot de passe',
  preferences: 'Préférences',
  languageAndFormats:
    'Langue et formats des nombres et des dates. Sprout AI comprend l’anglais et répond en anglais.',
  couldntLoadYourPreferences: 'Impossible de charger vos préférences.',
  yourPreferencesAreLoading: 'Chargement de vos préférences',
  language: 'Langue',
  browserLanguage: 'Langue du navigateur ({language})',
  languageHelp: 'Les e-mails la suivent aussi, dès que vous en choisissez une.',
  datesAndNumbers: 'Dates et nombres',
  asInTheLanguage: 'Selon l’usage de la langue',
  browserTimeZone: 'Fuseau horaire du navigateur ({browserTimeZone})',
  usedForTimestampsTodayInReports:
    'Utilisé pour les heures. « Aujourd’hui » dans les rapports suit le fuseau horaire de votre organisation.',
  units: 'Unités',
  forCropYieldsAndWeather:
    'Pour les rendements des cultures et la météo. Les stocks et les commandes gardent les unités de votre source ; les prix du marché gardent leurs unités de cotation.',
  currencies: 'Devises',
  theCurrencyOfMostPurchaseLines: 'la devise de la plupart des lignes d’achat',
  itsSettings: 'ses paramètres',
  amountsAreShownInAndAre:
    'Devise des montants : {currency}. Ils ne sont jamais convertis. La devise est définie pour toute l’organisation dans {link}. Les exports et les réponses de l’API ne changent pas.',
  exampleCornAt: 'Exemple : {now}, {number}, {amount}, maïs à {cornYield}.',
  preferencesSaved: 'Préférences enregistrées.',
  couldntSaveYourPreferencesTryAgain: 'Impossible d’enregistrer vos préférences. Réessayez.',
  savePreferences: 'Enregistrer les préférences',
  resendEmail: 'Renvoyer l’e-mail',
  openConfirmationLink:
    'Votre adresse e-mail n’est pas encore confirmée. Ouvrez le lien de l’e-mail que nous vous avons envoyé.',
  couldntSendTheEmailTryAgain: 'Impossible d’envoyer l’e-mail. Réessayez.',
  unitedStates: 'États-Unis',
  unitedKingdom: 'Royaume-Uni',
  canadaEnglish: 'Canada (anglais)',
  germany: 'Allemagne',
  france: 'France',
  mexico: 'Mexique',
  brazil: 'Brésil',
  usUnits: 'États-Unis : boisseaux par acre, °F, pouces',
  metricUnits: 'Métrique : tonnes par hectare, °C, millimètres',
  currencySymbol: 'Symbole, par exemple $',
  currencyCode: 'Code, par exemple USD',
};
