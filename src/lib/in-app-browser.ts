/**
 * Names that apps add to the user agent of their built-in browsers. Android marks every WebView with 'wv'. On Apple
 * devices, all browsers except built-in ones include 'Safari'; an iPad may identify itself as a Macintosh.
 */
export const inApp =
  /\b(?:FBA[NV]|FB_IAB|Instagram|Threads|WhatsApp|LinkedInApp|Snapchat|Twitter|Pinterest|Telegram|Line|MicroMessenger|BytedanceWebview|musical_ly|UCBrowser|UCWEB)\b|; wv\)|\((?:iP(?:hone|ad|od)|Macintosh)(?!.*Safari\/).*AppleWebKit/i;

/**
 * Whether this browser is part of another app. In such browsers, a payment window may not open over the page, a UPI app
 * may not return to the page (§8.40), and downloads and printing are ignored (§12.55).
 */
export const isInApp = (userAgent: string): boolean => inApp.test(userAgent);
