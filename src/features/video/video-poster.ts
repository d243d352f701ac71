/**
 * Puts the player into the place of the poster when somebody presses play; nothing of the video's
 * host is asked for before. The poster is a link to the video, which stays one without this script.
 * Offline it says so and keeps the poster.
 */
export function videoPoster(): void {
  const poster = document.querySelector<HTMLAnchorElement>('[data-video]');
  const offline = poster?.parentElement?.querySelector<HTMLElement>('[role="status"]');
  poster?.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (offline) offline.hidden = navigator.onLine;
    if (!navigator.onLine) return;
    const player = document.createElement('iframe');
    player.className = 'video-player';
    player.src = `https://www.youtube-nocookie.com/embed/${poster.dataset['video'] ?? ''}?autoplay=1&rel=0`;
    player.title = poster.dataset['title'] ?? '';
    player.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture';
    player.allowFullscreen = true;
    poster.replaceWith(player);
    player.focus();
  });
}
