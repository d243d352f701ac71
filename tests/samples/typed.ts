/** Names as people write them, in the scripts of India's eighth schedule and some others. */
export const names = [
  // Marathi, with the half form of ra before a joiner.
  'शर्मिष्ठा',
  'सुऱ्या',
  'तऱ्‍हेवाईक',
  'राज्‌कुमार',
  'ज़ोया',
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
  // Malayalam, with letters that end in a joiner, and with those that are one sign each.
  'അര്‍ജുന്‍',
  'അർജുൻ',
  'ᱥᱟᱱᱛᱟᱲ',
  'ꯃꯩꯇꯩ',
  // Urdu, Kashmiri and Sindhi.
  'آفتاب',
  'می‌نا',
  'کٲشُر',
  'ٻيجل',
  'Zoë O’Neil-Rao',
] as const;

/** 9876543210 in the digits of these scripts, in the order of the eighth schedule's languages, and as Japan types it. */
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
  'Ol Chiki': '᱙᱘᱗᱖᱕᱔᱓᱒᱑᱐',
  'Meetei Mayek': '꯹꯸꯷꯶꯵꯴꯳꯲꯱꯰',
  Arabic: '٩٨٧٦٥٤٣٢١٠',
  'Perso-Arabic': '۹۸۷۶۵۴۳۲۱۰',
  'full width': '９８７６５４３２１０',
} as const;

/** Texts of which a reader sees nothing. */
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
  '\u034F',
  '\u200B\u200C\u200D\u2060\uFEFF',
  '\u202A\u202E\u202C\u2066\u2069\u061C',
  '\u{E0041}\u{E007F}\uFE0F',
  '\u0301\u0300',
  '\u093F',
  '\u094D\u200D',
  '\u09BC \u0B3E',
] as const;
