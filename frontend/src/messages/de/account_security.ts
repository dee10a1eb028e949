/** German texts: account security. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/account_security';

export const messages: Translation<typeof t> = {
  yourData: 'Ihre Daten',
  downloadOrDeleteYourData: 'Laden Sie Ihre Daten herunter oder löschen Sie sie.',
  theDemoAccountIsSharedYou:
    'Das Demokonto wird gemeinsam genutzt. Sie können es weder herunterladen noch löschen.',
  oneJsonFileWithYourProfile:
    'Eine JSON-Datei mit Ihrem Profil, Ihren Sitzungen, E-Mails, Unterhaltungen mit Sprout AI, API-Schlüsseln und Ihren Einträgen im Prüfprotokoll. Sie enthält keine Passwörter oder Geheimnisse.',
  yourDataHasBeenDownloaded: 'Ihre Daten wurden heruntergeladen.',
  couldntCreateTheFileTryAgain: 'Die Datei konnte nicht erstellt werden. Versuchen Sie es erneut.',
  preparingFile: 'Datei wird vorbereitet…',
  downloadMyData: 'Meine Daten herunterladen',
  deleteMyAccount: 'Mein Konto löschen',
  couldntLoadYourOrganizations: 'Ihre Organisationen konnten nicht geladen werden.',
  yourOrganizationsAreLoading: 'Ihre Organisationen werden geladen',
  thisCantBeUndoneYourProfile:
    'Das lässt sich nicht rückgängig machen. Ihr Profil, Ihre Sitzungen und Unterhaltungen werden sofort gelöscht, und Ihre API-Schlüssel funktionieren nicht mehr. Organisationen behalten ihre Aufzeichnungen: Prüfprotokolle, Entwürfe und Korrekturen zeigen weiterhin Ihren Namen.',
  organizationsToDelete: 'Zu löschende Organisationen',
  organizationsWithoutOtherMembersAreDeleted:
    'Organisationen ohne weitere Mitglieder werden ebenfalls gelöscht:',
  delete: '{name} löschen',
  couldntDeleteYourAccountTryAgain: 'Ihr Konto konnte nicht gelöscht werden. Versuchen Sie es erneut.',
  cancel: 'Abbrechen',
  deleteMyAccountPermanently: 'Mein Konto endgültig löschen',
  couldntTurnOffMfaTryAgain: 'MFA konnte nicht deaktiviert werden. Versuchen Sie es erneut.',
  turnOffMfa: 'MFA deaktivieren',
  scanThisCodeWithAnAuthenticator:
    'Scannen Sie diesen Code mit einer Authenticator-App oder geben Sie den Schlüssel ein. Geben Sie dann den 6-stelligen Code aus der App ein.',
  qrCodeForYourAuthenticatorApp: 'QR-Code für Ihre Authenticator-App',
  key: 'Schlüssel',
  sixDigitCode: '6 Ziffern aus der App.',
  couldntTurnOnMfaTryAgain: 'MFA konnte nicht aktiviert werden. Versuchen Sie es erneut.',
  turnOnMfa: 'MFA aktivieren',
  yourPassword: 'Ihr Passwort',
  confirmsThatItsYou: 'Bestätigt, dass Sie es sind.',
  couldntSetUpMfaTryAgain: 'MFA konnte nicht eingerichtet werden. Versuchen Sie es erneut.',
  continue: 'Weiter',
  mfaIsOn: 'MFA ist aktiviert.',
  saveTheseRecoveryCodesInA:
    'Bewahren Sie diese Wiederherstellungscodes an einem sicheren Ort auf. Wenn Sie Ihre Authenticator-App verlieren, können Sie stattdessen jeden Code einmal verwenden. Die Codes werden nicht noch einmal angezeigt.',
  recoveryCodes: 'Wiederherstellungscodes',
  iveSavedThem: 'Ich habe sie gespeichert',
  code: 'Code',
  timeZone: 'Zeitzone',
  password: 'Passwort',
  preferences: 'Anzeige',
  languageAndFormats:
    'Sprache sowie Zahlen- und Datumsformate. Sprout AI versteht und antwortet auf Englisch.',
  couldntLoadYourPreferences: 'Ihre Anzeigeeinstellungen konnten nicht geladen werden.',
  yourPreferencesAreLoading: 'Ihre Anzeigeeinstellungen werden geladen',
  language: 'Sprache',
  browserLanguage: 'Sprache des Browsers ({language})',
  languageHelp: 'Auch E-Mails richten sich danach, sobald Sie eine wählen.',
  datesAndNumbers: 'Datum und Zahlen',
  asInTheLanguage: 'Wie in der Sprache üblich',
  browserTimeZone: 'Zeitzone des Browsers ({browserTimeZone})',
  usedForTimestampsTodayInReports:
    'Gilt für Zeitangaben. „Heute“ in Berichten richtet sich nach der Zeitzone Ihrer Organisation.',
  units: 'Einheiten',
  forCropYieldsAndWeather:
    'Für Ernteerträge und Wetter. Bestände und Bestellungen behalten die Einheiten Ihrer Quelle, Marktpreise ihre notierten Einheiten.',
  currencies: 'Währungen',
  theCurrencyOfMostPurchaseLines: 'die Währung der meisten Einkaufspositionen',
  itsSettings: 'deren Einstellungen',
  amountsAreShownInAndAre:
    'Währung der Beträge: {currency}. Sie werden nie umgerechnet. Die Währung gilt für die ganze Organisation; festgelegt wird sie hier: {link}. Exporte und API-Antworten sind nicht betroffen.',
  exampleCornAt: 'Beispiel: {now}, {number}, {amount}, Mais mit {cornYield}.',
  preferencesSaved: 'Anzeigeeinstellungen gespeichert.',
  couldntSaveYourPreferencesTryAgain:
    'Ihre Anzeigeeinstellungen konnten nicht gespeichert werden. Versuchen Sie es erneut.',
  savePreferences: 'Anzeigeeinstellungen speichern',
  resendEmail: 'E-Mail erneut senden',
  openConfirmationLink:
    'Ihre E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail, die wir Ihnen gesendet haben.',
  couldntSendTheEmailTryAgain: 'Die E-Mail konnte nicht gesendet werden. Versuchen Sie es erneut.',
  unitedStates: 'Vereinigte Staaten',
  unitedKingdom: 'Vereinigtes Königreich',
  canadaEnglish: 'Kanada (Englisch)',
  germany: 'Deutschland',
  france: 'Frankreich',
  mexico: 'Mexiko',
  brazil: 'Brasilien',
  usUnits: 'US: Bushel pro Acre, °F, Zoll',
  metricUnits: 'Metrisch: Tonnen pro Hektar, °C, Millimeter',
  currencySymbol: 'Symbol, zum Beispiel $',
  currencyCode: 'Code, zum Beispiel USD',
};
