/**
 * Names that apps add to the address of their own browser; Android marks every WebView with 'wv'. On Apple's devices every
 * browser but an app's own names Safari; an iPad may say that it is a Macintosh.
 */
export const inApp =
  /\b(?:FBA[NV]|FB_IAB|Instagram|Threads|WhatsApp|LinkedInApp|Snapchat|Twitter|Pinterest|Telegram|Line|MicroMessenger|BytedanceWebview|musical_ly|UCBrowser|UCWEB)\b|; wv\)|\((?:iP(?:hone|ad|od)|Macintosh)(?!.*Safari\/).*AppleWebKit/i;

/**
 * Whether this browser is part of another app, where a payment window over the page may not open, a UPI app may not lead
 * back to it (§8.40), and downloads and printing are ignored (§12.55).
 */
export const isInApp = (userAgent: string): boolean => inApp.test(userAgent);
