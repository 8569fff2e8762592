// Which mail program and which kind of device a request came from, by its user agent. A table of
// our own: what libraries know are browsers, and what opens mails is mostly something else.

export const DEVICES = ['desktop', 'phone', 'tablet', 'unknown'] as const;
export type Device = (typeof DEVICES)[number];

/** `name` as people know the program; `unknown` where nothing is known. */
export type Client = { name: string; device: Device };

type Rule = { name: string; pattern: RegExp; device?: Device };

/**
 * The first that fits counts: programs first, then proxies, behind which the person's device cannot
 * be seen, then browsers, in which people read web mail.
 */
const RULES: readonly Rule[] = [
  { name: 'Outlook', pattern: /Microsoft Outlook|MSOffice|ms-office|Outlook[- ](?:Express|for)|MacOutlook/i },
  { name: 'Outlook app', pattern: /Outlook-(?:iOS|Android)|com\.microsoft\.office\.outlook/i },
  { name: 'Windows Mail', pattern: /WindowsMail|Windows-?Live-?Mail|microsoft\.windowscommunicationsapps/i },
  { name: 'Thunderbird', pattern: /Thunderbird|Icedove/i },
  { name: 'Betterbird', pattern: /Betterbird/i },
  { name: 'eM Client', pattern: /eM ?Client/i },
  { name: 'Lotus Notes', pattern: /Lotus-?Notes|HCL ?Notes/i },
  { name: 'The Bat!', pattern: /The Bat!/i },
  { name: 'Spark', pattern: /ReaddleSpark|\bSpark\/\d/i },
  { name: 'Airmail', pattern: /Airmail/i },
  { name: 'Postbox', pattern: /Postbox/i },
  { name: 'Evolution', pattern: /\bEvolution\//i },
  { name: 'K-9 Mail', pattern: /\bK-?9\b/i, device: 'phone' },
  { name: 'FairEmail', pattern: /FairEmail/i, device: 'phone' },
  { name: 'Samsung Email', pattern: /SamsungEmail|com\.samsung\.android\.email/i, device: 'phone' },
  { name: 'BlueMail', pattern: /BlueMail/i },
  { name: 'Yahoo Mail', pattern: /YahooMailProxy|YahooCacheSystem|YahooMobileMail/i, device: 'unknown' },
  { name: 'Gmail', pattern: /GoogleImageProxy|\bGmail\b/i, device: 'unknown' },
  { name: 'Proton Mail', pattern: /Proton-?Mail/i, device: 'unknown' },
  { name: 'DuckDuckGo', pattern: /DuckDuckGo.*Email/i, device: 'unknown' },
  { name: 'Apple Mail, private', pattern: /^Mozilla\/5\.0$/, device: 'unknown' }, // Apple's proxy: this is all it says
  { name: 'GMX or WEB.DE', pattern: /\b(?:GMX|WEB\.DE)\b/i },
  // Safari says what version it is, the view in which Apple Mail shows a mail does not.
  {
    name: 'Apple Mail',
    pattern: /^(?!.*(?:Version|Chrome|CriOS|FxiOS)\/)Mozilla.*(?:Macintosh|iPhone|iPad|iPod).*AppleWebKit/i,
  },
  { name: 'Android mail', pattern: /Android.*; wv\)/i },
  { name: 'Edge', pattern: /\b(?:Edge|Edg|EdgA|EdgiOS)\//i },
  { name: 'Opera', pattern: /\b(?:OPR|Opera|OPT)\//i },
  { name: 'Samsung Internet', pattern: /SamsungBrowser/i },
  { name: 'Firefox', pattern: /\b(?:Firefox|FxiOS)\//i },
  { name: 'Chrome', pattern: /\b(?:Chrome|CriOS|Chromium)\//i },
  { name: 'Safari', pattern: /\bVersion\/[\d.]+.*Safari\//i },
  { name: 'Internet Explorer', pattern: /\bMSIE \d|Trident\//i },
];

const PLATFORMS: readonly { device: Device; pattern: RegExp }[] = [
  { device: 'tablet', pattern: /iPad|Tablet|Kindle|Silk\/|Android(?!.*Mobile)(?=.*AppleWebKit)/i },
  { device: 'phone', pattern: /iPhone|iPod|Android|Windows Phone|Mobile|-iOS\//i },
  { device: 'desktop', pattern: /Windows|Macintosh|Mac OS X|X11|Linux|CrOS|Outlook|Thunderbird/i },
];

const UNKNOWN: Client = { name: 'unknown', device: 'unknown' };

/** The program and device of a user agent; null: none was given. */
export function clientOf(userAgent: string | null): Client {
  if (userAgent === null || userAgent === '') return UNKNOWN;
  const rule = RULES.find(({ pattern }) => pattern.test(userAgent));
  const device = rule?.device ?? PLATFORMS.find(({ pattern }) => pattern.test(userAgent))?.device ?? 'unknown';
  return { name: rule?.name ?? UNKNOWN.name, device };
}
