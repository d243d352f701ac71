/** Reads the body of a request or reply. Stops and resolves to undefined as soon as the body exceeds `limit` bytes. */
export async function readAtMost(
  { headers, body }: Request | Response,
  limit: number,
): Promise<Uint8Array | undefined> {
  if (Number(headers.get('content-length')) > limit) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
