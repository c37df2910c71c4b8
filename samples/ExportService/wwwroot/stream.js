// Requests: a body as it arrives, and what it took.

/** What the service said instead of rows. */
export class RequestError extends Error {
  constructor(problem, status) {
    super(problem.detail ?? problem.title ?? `The service answered ${status}.`);
    // The names of the parameters, as the address has them.
    this.details = Object.entries(problem.errors ?? {}).flatMap(([name, texts]) => texts.map(text => `${name}: ${text}`));
  }
}

/**
 * Reads a body part by part.
 * @param {string} url
 * @param {{accept: string, signal: AbortSignal, onPart?: (part: Uint8Array) => void}} options
 * @returns {Promise<{firstByte: number, time: number, bytes: number}>} milliseconds and bytes
 */
export async function readBody(url, { accept, signal, onPart }) {
  const start = performance.now();
  const response = await fetch(url, { headers: { Accept: accept }, signal, cache: "no-store" });
  if (!response.ok) throw new RequestError(await response.json().catch(() => ({})), response.status);
  const reader = response.body.getReader();
  let firstByte = 0, bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (bytes === 0) firstByte = performance.now() - start;
    bytes += value.length;
    onPart?.(value, firstByte);
  }
  return { firstByte, time: performance.now() - start, bytes };
}

/** Posts to an endpoint that takes no body; returns its answer. */
export async function postTo(url, signal) {
  const response = await fetch(url, { method: "POST", signal, cache: "no-store" });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new RequestError(answer, response.status);
  return answer;
}
