import type { Config } from '@netlify/functions';
import { unwrap } from './_lib/database/database.ts';
import { readEnv } from './_lib/env/env.ts';
import { deleteOldObjects } from './_lib/files/files.ts';
import { calls, handleJobs } from './_lib/jobs/jobs.ts';

/**
 * Runs every five minutes. Gives the database the meeting service's address (§15.89), cancels discussions with too few
 * people (§15.14) and bookings that are no longer paid for (§15.45), returns sessions whose mentor did not join
 * (§15.88), withdraws free interviews that were not booked in time (§15.31), emails members who are waiting for a time
 * (§15.91), and erases year-old sessions (§18.19) and expired files (§16.61). Extra runs do no harm.
 */
export default handleJobs('sessions', readEnv, {
  rooms: async ({ client, env }) => {
    const pattern = env.meetingRoom === undefined ? {} : { p_pattern: env.meetingRoom };
    unwrap(await client.rpc('set_room_service', pattern));
  },
  called_off: calls('call_off_small_gds'),
  finished: calls('finish_sessions'),
  settled: calls('settle_missing_mentors'),
  lapsed: calls('lapse_free_interviews'),
  repaired: calls('repair_bookings'),
  told: calls('tell_waiting'),
  forgotten: async ({ client }) => {
    // Objects are deleted before their rows, because only the rows know the paths (§18.12).
    await deleteOldObjects(client);
    return unwrap(await client.rpc('forget_old_sessions'));
  },
});

export const config: Config = { schedule: '*/5 * * * *', region: 'sin' };
