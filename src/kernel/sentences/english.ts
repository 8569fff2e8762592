// Sentences that the server says of what it found, in English; `{name}` stands for a value. Screens
// have their own words for each code (ui/src/api/sentences/). A code that was stored once keeps its
// meaning.
export const ENGLISH = {
  // Why a name could not be looked up in DNS.
  'dns-timeout': '{name} could not be looked up: the name server did not answer in time.',
  'dns-too-long': '{name} could not be looked up: it took too long.',
  'dns-servfail': '{name} could not be looked up: the name server failed (SERVFAIL).',
  'dns-refused': '{name} could not be looked up: the name server refused to answer (REFUSED).',
  'dns-unreachable': '{name} could not be looked up: the name server cannot be reached.',
  'dns-not-understood': '{name} could not be looked up: the name server did not understand (FORMERR).',
  'dns-malformed': '{name} could not be looked up: the answer was malformed.',
  'dns-too-much': '{name} could not be looked up: there was too much to look up.',
  'dns-failed': '{name} could not be looked up ({error}).',
  'mx-missing': 'DNS has no MX record of {name}.',
  'dns-unchecked': 'Not checked yet.',

  // Which record the sentences after it are about.
  'record-is': '{record}:',

  // Records that are lists of tags.
  'tags-empty': 'There is nothing between two semicolons.',
  'tags-twice': 'The tag {tag}= is there twice.',
  'tags-other': '"{part}" is not of the form tag=value.',

  // Records of DKIM keys.
  'dkim-good': 'Found, and it is the right key.',
  'dkim-testing': 'Found, and equal; but t=y says it is a test: receivers may ignore it.',
  'dkim-short': 'Found, and equal; but {bits} bits are few: use a key of 2048 (RFC 8301).',
  'dkim-missing': 'There is no TXT record at this name yet.',
  'dkim-many': 'There are {count} TXT records at this name; leave the one shown and remove the others.',
  'dkim-quotation-marks': 'The record holds quotation marks: paste the value without them.',
  'dkim-backslashes': 'The record holds backslashes: paste the value without them.',
  'dkim-unreadable': 'The record is no DKIM key.',
  'dkim-version': 'The record is no DKIM key: v=DKIM1 must stand first in it.',
  'dkim-no-key': 'The record is no DKIM key: it has no p= ("{record}").',
  'dkim-revoked': 'The record revokes the key: its p= is empty.',
  'dkim-other-kind': 'The record is for a key of another kind: k={wanted} is meant, it says "{found}".',
  'dkim-no-sha256': 'The record does not allow SHA-256: leave its h= out.',
  'dkim-not-for-email': 'The record is not for email: leave its s= out.',
  'dkim-garbled': 'What stands in p= is no public key: a part of it may be missing.',
  'dkim-other-key': 'The record holds another key than the one that signs here.',

  // SPF records.
  'spf-missing': 'There is no SPF record.',
  'spf-many': 'There are {count} SPF records: receivers ignore them all. Join them into one.',
  'spf-found': 'Found, {lookups} of {most} look-ups.',
  'spf-names-relays': 'It names your relays.',
  'spf-open-to-all': 'It ends with +all: anybody may send as {domain}.',
  'spf-ends': 'It ends with {end}.',
  'spf-no-end': 'It has no "all" at its end.',
  'spf-names-none': "It names none of your relays' addresses: {places}.",
  'spf-names-some': "It names not all of your relays' addresses; these are missing: {places}.",
  'spf-add-places':
    'Add what they send from (a relay may send from other addresses than it takes mail at: its operator knows).',
  'spf-depends': 'Whether it names {places} cannot be told: it uses {terms}.',
  'spf-cannot-tell': 'Whether it names what {hosts} sends from cannot be told.',
  'spf-wrong': 'The SPF record is wrong.',
  'spf-in-part': 'The SPF record is there, but not all that it names could be looked up.',
  'spf-more': 'And {count} more.',
  'spf-no-term': '"{term}" is no term of SPF.',
  'spf-too-many-lookups': 'It takes more than {most} look-ups, so that receivers ignore it.',
  'spf-voids': '{count} of its terms name what is not in DNS.',
  'spf-mail-servers': '"{name}" has more than {most} mail servers.',
  'spf-none-there': '"{name}" has no SPF record.',
  'spf-many-there': '"{name}" has several SPF records.',

  // DMARC records.
  'dmarc-missing': 'There is no DMARC record; the large receivers expect one, p=none at least.',
  'dmarc-many': 'There are {count} DMARC records at {name}: receivers ignore them all.',
  'dmarc-version': 'The record does not begin with v=DMARC1: "{record}".',
  'dmarc-unreadable': 'The DMARC record cannot be read.',
  'dmarc-wrong': 'The DMARC record is wrong.',
  'dmarc-found': 'Found, policy {policy}.',
  'dmarc-inherited': 'The policy of {domain} stands for it: {policy}.',
  'dmarc-watches': 'It watches only; quarantine or reject protect the domain from forgers.',
  'dmarc-share': 'It counts for {percent} % of the mails.',
  'dmarc-reports': 'Reports go to "{addresses}".',
  'dmarc-no-reports': 'Nobody gets reports: add rua= with an address.',
  'dmarc-strict': 'Strict alignment: only mails from exactly {domain} count as signed by it.',
  'dmarc-bad-policy': '{tag}= must be none, quarantine or reject.',
  'dmarc-bad-alignment': '{tag}= must be r or s.',
  'dmarc-bad-share': 'pct= must be a number from 0 to 100.',
  'dmarc-bad-addresses': '{tag}= must hold addresses such as mailto:reports@example.com.',

  // What codes of blocklists mean; `listed-says` is the list's own words.
  'listed-says': '{words}',
  'listed-sbl': 'SBL: a source of spam.',
  'listed-css': 'CSS: sends in the manner of spam.',
  'listed-xbl': 'XBL: an infected or open machine.',
  'listed-drop': 'DROP: a network of criminals.',
  'listed-pbl': 'PBL: an address that should not send mail itself.',
  'listed-reported': 'Reported as a source of spam.',
  'listed-reputation': 'A poor reputation.',
  'listed-spam': 'A domain of spam.',
  'listed-phishing': 'Phishing.',
  'listed-malware': 'Malware.',
  'listed-control': 'Controls infected machines.',
  'listed-abused-spam': 'Abused: spam.',
  'listed-abused-redirects': 'Abused: redirects.',
  'listed-abused-phishing': 'Abused: phishing.',
  'listed-abused-malware': 'Abused: malware.',
  'listed-abused-control': 'Abused: controls infected machines.',
  'listed-abuse': 'Spam and abuse.',
  'listed-broken-into': 'A site that was broken into.',

  // Why a blocklist's answer says nothing.
  'blocklist-misspelt': 'The name of the list is written wrongly.',
  'blocklist-own-resolver':
    'It does not answer public name servers: use one of your own, or the key of an account there.',
  'blocklist-too-often': 'It was asked too often from this name server.',
  'blocklist-refused': 'It refused to answer ({code}).',
  'blocklist-foreign':
    '{address} is no answer of a blocklist: the name server may rewrite answers, or the list is gone.',
  'blocklist-of-domains': 'It lists domains, and was asked about an address.',
  'blocklist-no-ipv6': 'It lists no IPv6 addresses.',
  'blocklist-untested': 'Its test entry is not listed, so that "not listed" would say nothing.',
  'blocklist-lists-all': 'It lists everything, also what is never listed.',

  // What blocklists were not asked about.
  'addresses-unset': 'The addresses that it sends from are not known: none are set.',
  'addresses-none': '{host} has no address.',
  'addresses-inside': 'Addresses within your network are on no blocklist: look up the one that is seen from outside.',
  'addresses-many': 'It has {count} addresses; {most} were looked up.',

  // Why a returned mail was not understood.
  'returned-unreadable': 'The mail could not be read: {error}',
  'returned-no-report': 'No report was found in the mail.',
  'bounce-names-several': 'The bounce names several messages.',
  'bounce-names-none': 'The bounce names no message that is known here.',
  'complaint-names-several': 'The complaint names several messages.',
  'complaint-names-none': 'The complaint names no message that is known here.',
  'returned-too-late': 'It is about a message that is not kept any more.',
} as const;
