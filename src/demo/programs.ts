// What mail programs call themselves: the recipients of the demo read with them.

const PROGRAMS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Thunderbird/140.4.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
];

/** Opens and clicks within this time of a message's acceptance count as a machine's, ms. */
export const LOOKS_LIKE_A_MACHINE_MS = 2_000;

/** The request of the n-th recipient. */
export function asReader(n: number): { headers: Record<string, string> } {
  return { headers: { 'user-agent': PROGRAMS[n % PROGRAMS.length] ?? '' } };
}
