// Names that apps add to the address of their own browser; Android marks every WebView with 'wv'.
const apps =
  /\b(?:FBA[NV]|FB_IAB|Instagram|Threads|WhatsApp|LinkedInApp|Snapchat|Twitter|Pinterest|Telegram|Line|MicroMessenger|BytedanceWebview|musical_ly|UCBrowser|UCWEB)\b|; wv\)/i;

/**
 * Whether this browser is part of another app, where a payment window over the page may not open, and a UPI app may not
 * lead back to it (§8.40). On iOS every browser but an app's own names Safari.
 */
export function isInApp(userAgent: string): boolean {
  return (
    apps.test(userAgent) || (/iP(?:hone|ad|od)/.test(userAgent) && !userAgent.includes('Safari/'))
  );
}
