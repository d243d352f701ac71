/** Names as people write them, in the scripts of India’s eighth schedule and some others. */
export const names = [
  // Marathi, with the half form of ra before a joiner.
  'शर्मिष्ठा',
  'सुऱ्या',
  'तऱ्‍हेवाईक',
  'राज्‌कुमार',
  'ज़ोया',
  // Nepali, Konkani, Sanskrit, Bodo, Dogri and Maithili, which also has its own script.
  'दीपेन्द्र',
  'स्नेहल',
  'श्रीः',
  'बिथोराय',
  'जसरोटिया ऽ',
  'मैथिली',
  '𑒧𑒻𑒟𑒱𑒪𑒲',
  // Bengali, with the form of ra before ya that needs a joiner, and Assamese.
  'সায়ন্তনী',
  'র‍্যাচেল',
  'ৰঞ্জিতা',
  'ਗੁਰਪ੍ਰੀਤ',
  'ધ્રુવી',
  'ଲକ୍ଷ୍ମୀ',
  'ஸ்ரீனிவாசன்',
  'రాజ్‌కుమార్',
  'ರಾಜ್‌ಕುಮಾರ್',
  // Malayalam, with letters that end in a joiner and with the same letters as single characters.
  'അര്‍ജുന്‍',
  'അർജുൻ',
  'ᱥᱟᱱᱛᱟᱲ',
  'ꯃꯩꯇꯩ',
  'থোইবী',
  // Urdu, Kashmiri and Sindhi, which is also written in Devanagari.
  'آفتاب',
  'می‌نا',
  'کٲشُر',
  'ٻيجل',
  'ॿेजल',
  'Zoë O’Neil-Rao',
] as const;

/** 9876543210 in the digits of these scripts, in the order of the eighth schedule’s languages, and as typed in Japan. */
export const phones = {
  Devanagari: '९८७६५४३२१०',
  'Bengali-Assamese': '৯৮৭৬৫৪৩২১০',
  Gurmukhi: '੯੮੭੬੫੪੩੨੧੦',
  Gujarati: '૯૮૭૬૫૪૩૨૧૦',
  Odia: '୯୮୭୬୫୪୩୨୧୦',
  Tamil: '௯௮௭௬௫௪௩௨௧௦',
  Telugu: '౯౮౭౬౫౪౩౨౧౦',
  Kannada: '೯೮೭೬೫೪೩೨೧೦',
  Malayalam: '൯൮൭൬൫൪൩൨൧൦',
  Tirhuta: '𑓙𑓘𑓗𑓖𑓕𑓔𑓓𑓒𑓑𑓐',
  'Ol Chiki': '᱙᱘᱗᱖᱕᱔᱓᱒᱑᱐',
  'Meetei Mayek': '꯹꯸꯷꯶꯵꯴꯳꯲꯱꯰',
  Arabic: '٩٨٧٦٥٤٣٢١٠',
  'Perso-Arabic': '۹۸۷۶۵۴۳۲۱۰',
  'full width': '９８７６５４３２１０',
} as const;

/** Two phone numbers in one field. */
export const twoPhones = [
  '9876543210 / 9123456789',
  '9876543210, 9123456789',
  '98765 43210 or 91234 56789',
  '+91 +91 98765 43210',
  '022-23456789/23456790',
] as const;

/** What people paste into a field for one address, phone number or code. */
export const copied: Readonly<Record<string, readonly string[]>> = {
  'asha@example.com': [
    'mailto:asha@example.com',
    'mailto:Asha@Example.com?subject=Hello%20there',
    '<asha@example.com>',
    'Asha Rao <asha@example.com>',
    '"Rao, Asha" <asha@example.com>;',
    '<mailto:asha@example.com>',
    'asha@example.com.',
    'asha@example.com,',
    'asha@example.com;',
    'asha@example.com।',
    '‘asha@example.com’',
    '(asha@example.com)',
    '[asha@example.com]',
    'asha@example.com (Asha Rao)',
    'E-mail: asha@example.com',
    'Mail ID : asha@example.com',
    'asha @ example.com',
    'asha@example.com <mailto:asha@example.com>',
    'Asha@Example.com<mailto:asha@example.com?subject=Hi>;',
    'E-mail: asha@example.com <asha@example.com>',
    '[asha@example.com](mailto:asha@example.com)',
  ],
  '+91 98765 43210': [
    'tel:+91 98765 43210',
    'Phone: +91 98765 43210',
    'Mobile no.: +91 98765 43210.',
    '“+91 98765 43210”',
  ],
  'SAVE-10': [
    '"save-10"',
    '‘SAVE-10’.',
    '*SAVE-10*',
    '_SAVE-10_',
    '(SAVE-10)',
    '<SAVE-10>',
    'SAVE-10!',
    '#SAVE-10',
    'Code: SAVE-10',
    'Use code: SAVE - 10',
  ],
};

/** Characters and words that surround the pasted value. */
export const aroundCopied = [
  ...[
    'https://',
    'www.',
    'a@b.c',
    'mailto:',
    'e-mail: ',
    'mail',
    'Asha',
    'tel:',
    '?a=b',
    '@',
    '.',
    ',',
    ';',
    ':',
    '?',
    '!',
  ],
  ...['<', '>', '(', ')', '[', ']', '{', '}', '"', "'", '`', '*', '_', '-', '।', '‘', ' ', '1'],
] as const;

/** What people paste into a name field by mistake. */
export const links = [
  'https://www.linkedin.com/in/asha-rao',
  'Asha http://example.com',
  'WWW.example.com',
  'linkedin.com/in/asha-rao',
  'Asha t.me/asha',
  '\u202Ahttps://\u200Bexample.com',
] as const;

/** Texts that look empty to a reader. */
export const unseen = [
  '',
  '   ',
  '\t\r\n',
  '\u00A0\u2003\u3000',
  '\u3164',
  '\u115F',
  '\u1160',
  '\uFFA0',
  '\u2800',
  '\u00AD',
  '\u180E',
  '\uFFFC',
  '\u{1D159}',
  '\u034F',
  '\u200B\u200C\u200D\u2060\uFEFF',
  '\u202A\u202E\u202C\u2066\u2069\u061C',
  '\u{E0041}\u{E007F}\uFE0F',
  '\u0301\u0300',
  '\u093F',
  '\u094D\u200D',
  '\u09BC \u0B3E',
] as const;
