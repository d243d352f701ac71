type Csp = { insertDirective(directive: `frame-src ${string}`): void };

/** Lets one page show the video's player, which is loaded only when somebody presses play. */
export function allowVideo(csp: Csp | undefined): void {
  csp?.insertDirective('frame-src https://www.youtube-nocookie.com');
}
