import { expect } from 'vitest';
import type { FileKind } from '../../src/domain/files/member-files.ts';
import { sql } from './samples.ts';
import { bearer, service, type Call } from './support.ts';

export const pdf = (size = 64) => {
  const bytes = new Uint8Array(size);
  bytes.set(new TextEncoder().encode('%PDF-1.7'));
  return bytes;
};
export const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
export const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 2);

/** A caller; without a token, a visitor. */
export type Token = { token?: string };

export type FileRequest = {
  method?: string;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

export function callFile(
  file: Call,
  { token }: Token,
  query: Record<string, string>,
  { method = 'GET', body, headers }: FileRequest = {},
): Promise<Response> {
  const type = body && { 'content-type': 'application/octet-stream' };
  return file(
    { method, headers: { ...bearer(token), ...type, ...headers }, ...(body && { body }) },
    `?${new URLSearchParams(query)}`,
  );
}

/** Adds a file of this kind as the member, with the other fields of the form. */
export function postFile(
  file: Call,
  member: Token,
  kind: FileKind,
  texts: Record<string, string>,
  body: Uint8Array<ArrayBuffer> = pdf(),
  headers: Record<string, string> = {},
): Promise<Response> {
  return callFile(file, member, { kind, ...texts }, { method: 'POST', body, headers });
}

/** The names of the objects in a member’s folder. */
export async function objectsOf(member: string): Promise<(string | undefined)[]> {
  const { data } = await service.storage.from('files').list(member);
  // The local storage lists files with their folder.
  return data?.map(({ name }) => name.split('/').at(-1)) ?? [];
}

/** Expects that the member has neither a file nor a record that a file would belong to. */
export async function expectNothingKept(member: string): Promise<void> {
  const rows = await sql(
    `select id from private.files where owner_id = $1
    union all select id from private.rate_matches where member_id = $1
    union all select id from private.refund_requests where member_id = $1`,
    member,
  );
  expect([rows, await objectsOf(member)]).toEqual([[], []]);
}
