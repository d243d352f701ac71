import { adoptStyles } from '../../lib/adopt-styles.ts';
import { mount } from '../../lib/mount.ts';
import styles from '../../styles/account-menu.css?inline';
import { AccountMenu } from './AccountMenu.tsx';

/** Draws the member's menu into the place the top bar keeps for it. */
export function startAccountMenu(): void {
  adoptStyles(styles);
  mount('[data-account-menu]', AccountMenu, {});
}
