// Whether an open or click was made by a person, or by a machine that examines mail first. It is
// judged by the first of these rules that fits. Raw counts have everything, filtered counts only
// what no rule fits. docs/statistics.md shows the rules to people: keep both alike.

/** Facts about an open or click by which it is judged. */
export type Sighting = {
  kind: 'open' | 'click';
  userAgent: string | null;
  /** The browser prefetched (`Sec-Purpose: prefetch`, `Purpose: prefetch`). */
  isAhead: boolean;
  /** Ms since the mail server accepted the message; undefined when it has not yet. */
  sinceAccepted: number | undefined;
};

type Rule = { id: string; fits(sighting: Sighting): boolean };

/** Nobody has read anything by then; scanners look before they deliver. */
const AT_ONCE_MS = 2_000;
/** A proxy that fetches when people open may also fetch once on arrival. */
const ARRIVAL_MS = 30_000;

/**
 * Fetches every picture of every mail, opened or not. This is the whole user agent of Apple's
 * proxy.
 */
const FETCHES_ALWAYS = /^Mozilla\/5\.0$/;
/** Proxies that fetch when a mail is opened, and sometimes on arrival. */
const IMAGE_PROXIES = /GoogleImageProxy|YahooMailProxy|YahooCacheSystem|DuckDuckGo.*Email|ProtonMail.*Proxy/i;
const SCANNERS =
  /Barracuda|Mimecast|Proofpoint|MessageLabs|Symantec|Forcepoint|TrendMicro|Trend Micro|FireEye|Trustwave|Sophos|IronPort|Cisco.*(?:Umbrella|Email)|Cloudmark|Zscaler|Kaspersky|BitDefender|Bitsight|SafeBrowsing|Google-Safety|urlscan|VirusTotal|CheckPoint|Avanan|Vade|Hornetsecurity|SpamTitan|MailScanner|LinkScan|Microsoft Office Protocol Discovery|ms-office; MSOffice.*SafeLinks/i;
const PROGRAMS =
  /\b(?:bot|crawler|spider|slurp|preview|monitor|scanner)\b|(?:bot|crawler|spider)[/; )]|^(?:curl|wget|python|java|go-http-client|okhttp|axios|node|undici|libwww|php|ruby|perl|apache-httpclient|httpie|guzzle)|HeadlessChrome|PhantomJS|Puppeteer|Playwright|Selenium/i;

/** In this order. Column `machine` has the id of a rule, or `burst` (bursts/find.ts). */
export const RULES: readonly Rule[] = [
  { id: 'prefetch', fits: ({ isAhead }) => isAhead },
  { id: 'no-user-agent', fits: ({ userAgent }) => userAgent === null },
  { id: 'scanner', fits: ({ userAgent }) => SCANNERS.test(userAgent ?? '') },
  { id: 'program', fits: ({ userAgent }) => PROGRAMS.test(userAgent ?? '') },
  { id: 'picture-fetcher', fits: ({ kind, userAgent }) => kind === 'open' && FETCHES_ALWAYS.test(userAgent ?? '') },
  {
    id: 'image-proxy',
    fits: ({ kind, userAgent, sinceAccepted = 0 }) =>
      kind === 'open' && sinceAccepted < ARRIVAL_MS && IMAGE_PROXIES.test(userAgent ?? ''),
  },
  { id: 'at-once', fits: ({ sinceAccepted = 0 }) => sinceAccepted < AT_ONCE_MS },
];

/** The id of the rule by which it was a machine; null = a person, as far as can be known. */
export function machineOf(sighting: Sighting): string | null {
  return RULES.find((rule) => rule.fits(sighting))?.id ?? null;
}
