import { createMemberStore, rpc } from '../../lib/member-data.ts';
import { roomSchema } from './material-schema.ts';

const material = createMemberStore('material', () => rpc('my_material', {}, roomSchema));

/** What the preparation room holds for the member (§18.16). */
export const $room = material.$data;

/** Fetches the room again; the page keeps the current one meanwhile. */
export const refreshRoom = material.refresh;
