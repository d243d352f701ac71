import type { Config } from '@netlify/functions';
import { unwrap } from './_lib/database/database.ts';
import { readEnv } from './_lib/env/env.ts';
import { deleteOldObjects } from './_lib/files/files.ts';
import { handleJobs } from './_lib/jobs/jobs.ts';

/**
 * Runs every five minutes: tells the database of the room service (§15.89), calls off discussions with too few people
 * (§15.14) and bookings that nothing pays any more (§15.45), gives sessions back whose mentor did not come (§15.88), passes
 * on free interviews that nobody booked (§15.31), tells who waits for a time (§15.91), and forgets what is older than a year
 * (§18.19) and files whose time is over (§16.61). Extra runs do no harm.
 */
export default handleJobs('sessions', readEnv, {
  rooms: async ({ client, env }) => {
    const pattern = env.meetingRoom === undefined ? {} : { p_pattern: env.meetingRoom };
    unwrap(await client.rpc('set_room_service', pattern));
  },
  called_off: async ({ client }) => unwrap(await client.rpc('call_off_small_gds')),
  finished: async ({ client }) => unwrap(await client.rpc('finish_sessions')),
  settled: async ({ client }) => unwrap(await client.rpc('settle_missing_mentors')),
  lapsed: async ({ client }) => unwrap(await client.rpc('lapse_free_interviews')),
  repaired: async ({ client }) => unwrap(await client.rpc('repair_bookings')),
  told: async ({ client }) => unwrap(await client.rpc('tell_waiting')),
  forgotten: async ({ client }) => {
    // The objects of files go before their rows (§18.12).
    await deleteOldObjects(client);
    return unwrap(await client.rpc('forget_old_sessions'));
  },
});

export const config: Config = { schedule: '*/5 * * * *', region: 'sin' };
