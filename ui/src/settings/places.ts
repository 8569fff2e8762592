// Locales to choose from.

/** Of regions where many write mails; one that is stored already stands among them. */
export const LOCALES = [
  ...['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-IE', 'de', 'de-DE', 'de-AT', 'de-CH', 'fr', 'fr-FR', 'fr-CH', 'fr-CA'],
  ...['it', 'it-CH', 'es', 'es-ES', 'es-MX', 'pt-PT', 'pt-BR', 'nl', 'nl-BE', 'da', 'sv', 'nb', 'fi', 'pl', 'cs', 'sk'],
  ...['hu', 'ro', 'bg', 'hr', 'sl', 'el', 'tr', 'uk', 'et', 'lv', 'lt', 'ja', 'ko', 'zh-CN', 'zh-TW', 'hi', 'id', 'vi'],
];
