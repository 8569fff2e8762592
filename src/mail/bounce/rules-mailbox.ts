// Data: phrases about the mailbox and its domain. Full and locked mailboxes come first, because
// their texts also hold "unavailable".
import type { BounceRule } from './rules-shape.ts';

/** `soft`: the mailbox exists but can't take this message now. */
export const MAILBOX_SOFT_RULES: readonly BounceRule[] = [
  {
    name: 'over-quota',
    type: 'soft',
    from: 'Gmail, Exchange, Postfix, qmail',
    pattern:
      /(?:over|exceed\w{0,3}|beyond|above|out of|full|insufficient|hit|reached)\b.{0,40}\bquota\b|\bquota\b.{0,40}(?:exceed|full|over\b|reached|violat|used up)|over ?quota|quotaexceeded/,
  },
  {
    name: 'mailbox-full',
    type: 'soft',
    from: 'many',
    pattern:
      /\b(?:mailbox|mail box|inbox|mailfolder|mail folder|account|user|recipient|maildrop|storage|destination mailbox)(?: @)?(?: is| are| appears)?(?: currently| too| storage)? full\b|mbox_?full|mailboxfull/,
  },
  {
    name: 'mailbox-storage',
    type: 'soft',
    from: 'Gmail, Yahoo, GMX',
    pattern:
      /out of storage space|exceeded (?:its |their |the )?(?:maximum |allotted |allowed )?(?:storage|size|mailbox|mail box)|exceeded storage allocation|not enough (?:storage )?space|insufficient (?:system |disk )?storage|no space left|mailbox (?:size )?(?:limit )?(?:exceeded|exceeds)|exceeds (?:the )?(?:allowed|maximum|mailbox) (?:mailbox )?(?:size|space|limit) (?:for|of) (?:this|the) (?:mailbox|user|account)|user mailbox exceeds|too many messages (?:on|in)|mailbox size limit/,
  },
  {
    name: 'mailbox-full-de',
    type: 'soft',
    from: 'German servers',
    pattern:
      /(?:postfach|mailbox|briefkasten|speicher\w{0,10})\b.{0,40}\b(?:voll|uberfullt|ueberfuellt|uberschritten|ueberschritten|erschopft)|zuviele mails auf dem server|kontingent .{0,30}(?:uberschritten|erschopft)/,
  },
  {
    name: 'mailbox-full-fr',
    type: 'soft',
    from: 'Orange, French servers',
    pattern:
      /boite .{0,40}(?:pleine|saturee)|quota (?:du destinataire )?(?:depasse|atteint)|recipient overquota|messagerie pleine/,
  },
  {
    name: 'mailbox-full-es',
    type: 'soft',
    from: 'Spanish servers',
    pattern:
      /(?:buzon|casilla|cuenta|correo)\b.{0,40}\b(?:llen[oa]|excedid[oa]|sobrepas\w{1,4})|cuota .{0,30}(?:excedida|superada|sobrepasada)|excede\w{0,3} .{0,20}cuota/,
  },
  {
    name: 'mailbox-full-others',
    type: 'soft',
    from: 'Italian, Portuguese, Polish, Dutch servers',
    pattern: /casella .{0,30}piena|caixa .{0,30}cheia|skrzynka .{0,30}pelna|mailbox .{0,20}vol\b/,
  },
  {
    name: 'mailbox-rate',
    type: 'soft',
    from: 'Gmail, Outlook',
    pattern:
      /receiving mail (?:at a rate|too quickly)|recipient thread limit|(?:receive|inbound message|receiving) (?:rate )?limit|too many (?:messages|mails) to (?:this|the) (?:recipient|user|mailbox)/,
  },
  {
    name: 'mailbox-temporarily',
    type: 'soft',
    from: 'many',
    pattern:
      /\b(?:mailbox|account|user|recipient|address)\b.{0,40}\b(?:temporarily|currently) (?:disabled|suspended|unavailable|locked|inactive|over|not available|deferred|out of service)|temporarily (?:disabled|suspended|locked|over)|vorubergehend|voruebergehend|temporairement|temporalmente|mailbox (?:is )?(?:busy|locked)|in use by another/,
  },
  {
    name: 'not-yet-verified',
    type: 'soft',
    from: 'Postfix',
    pattern:
      /unverified address|unable to verify (?:the )?(?:recipient|address|user)|(?:recipient|address) verification (?:in progress|failed|temporar)|cannot be verified/,
  },
];

/** `hard`: the mailbox or its domain does not exist. */
export const MAILBOX_HARD_RULES: readonly BounceRule[] = [
  { name: 'user-in-brackets', type: 'hard', from: 'Courier', pattern: /\buser <[^<>\s]{1,64}> unknown\b/ },
  {
    name: 'virtual-unknown',
    type: 'hard',
    from: 'OpenSMTPD: no such user of a virtual domain',
    status: ['524'],
    pattern: /mailing list expansion problem: @/,
  },
  {
    name: 'user-unknown',
    type: 'hard',
    from: 'Postfix, sendmail, Exim',
    pattern:
      /\b(?:user|recipient|address|addressee|mailbox|account|alias|local[- ]?part|recipient address|userid|person)(?: name)?(?: \(?@\)?)?(?:,| is|:| was)? (?:is )?(?:unknown|not known|invalid|nonexistent|non-existent|inexistent|not recogni[sz]ed|un?recogni[sz]ed)\b/,
  },
  {
    name: 'unknown-user',
    type: 'hard',
    from: 'Exim, courier, Lotus Notes',
    pattern:
      /\b(?:unknown|invalid|illegal|nonexistent|non-existent|nonexisting|bad|unrecogni[sz]ed|undefined|incorrect|inactive|obsolete|deactivated)(?: or \w{1,12})?(?: virtual| local| destination| recipient| email| e-mail| rcpt)? ?(?:user|recipients?|address(?:es)?|addressee|mailbox|mailboxes|account|alias|local[- ]?part|userid|username|to address|rcpt to)\b(?! syntax)/,
  },
  {
    name: 'no-such-user',
    type: 'hard',
    from: 'qmail, Gmail, Yandex',
    pattern:
      /\bno (?:such|valid|known|local|matching)(?: e-?mail| local| virtual| mail| active)? ?(?:user|recipients?|address|mailbox|mail ?box|account|person|alias|addressee|name|id|userid|mail ?drop|inbox|destination)\b|no mail ?box (?:here|found|available)|no (?:one|account) (?:with|by) (?:that|this)|no account by that name|nosuchuser/,
  },
  {
    name: 'user-does-not-exist',
    type: 'hard',
    from: 'Gmail, Zoho, QQ',
    pattern:
      /\b(?:user|recipient|address|mailbox|account|alias|email|person|addressee|username|receiver)\b.{0,60}\b(?:does(?: not|n.t|nt)|did not|do not|don.t|not|no longer) exists?\b/,
  },
  {
    name: 'user-not-found',
    type: 'hard',
    from: 'NetEase, GroupWise, Mail.ru',
    pattern:
      /\b(?:user|recipient|address|mailbox|account|alias|person|addressee|recipient name|email address)(?: \(?@\)?)?(?: was| is| were| could| can)? ?(?:not|cannot|couldn.t|can.t|never) (?:be )?(?:found|located|resolved|listed)\b/,
  },
  {
    name: 'not-in-directory',
    type: 'hard',
    from: 'Lotus Notes, Domino',
    pattern:
      /not listed in (?:the )?(?:domino directory|public name|directory|address book)|not found in (?:the )?(?:directory|ldap|address book|domino)|was not found in ldap/,
  },
  {
    name: 'recip-not-found',
    type: 'hard',
    from: 'Exchange',
    pattern:
      /resolver\.adr\.(?:ex)?recip(?:ient)?notfound|mapiexceptionunknownuser|unknownuser|recip(?:ient)?notfound|user lookup success but no user record/,
  },
  {
    name: 'account-gone',
    type: 'hard',
    from: 'Yahoo, Outlook, Mail.ru',
    pattern:
      /\b(?:account|mailbox|user|address|recipient|e-?mail account|inbox)\b.{0,60}\b(?:has been|is|was|have been|been) (?:\w{1,14} )?(?:disabled|discontinued|deactivated|deleted|closed|terminated|cancell?ed|removed|inactive|suspended|expired|not active|blocked due to inactivity|abandoned|retired|dead|dormant)\b|accountdisabled/,
  },
  {
    name: 'account-disabled',
    type: 'hard',
    from: 'many',
    pattern:
      /\b(?:disabled|inactive|deactivated|closed|suspended|expired|terminated|deleted|discontinued|cancell?ed|blocked inactive) (?:mail ?box|account|user|recipient|e-?mail|address)\b|\b(?:account|mailbox|user|recipient|address) (?:disabled|inactive|deactivated|closed|suspended|expired|terminated|deleted|not active)\b|e-?mail account that you tried to reach is (?:disabled|inactive)/,
  },
  {
    name: 'no-longer',
    type: 'hard',
    from: 'many',
    pattern:
      /no longer (?:accepts?|receiv\w{1,4}|active|available|valid|in use|used|employed|on (?:this )?server|an employee|works?|with (?:us|the company)|monitored|in service|being used|a customer|a valid)/,
  },
  { name: 'no-yahoo-account', type: 'hard', from: 'Yahoo', pattern: /does ?n.t have an? .{0,30}account/ },
  {
    name: 'not-a-user',
    type: 'hard',
    from: 'Comcast and others',
    pattern:
      /not our customer|not a (?:known|valid|local|current|registered) (?:user|mailbox|recipient|address|account|customer|addressee)|user not (?:local|active|registered)/,
  },
  {
    name: 'not-here',
    type: 'hard',
    from: 'qmail, MDaemon, IMail',
    pattern:
      /(?:not|isn.t) (?:known|found) (?:at|on|to|by) (?:this|our|the) (?:site|server|system|domain|host)|mailbox not found|address(?:ee)? (?:not found|invalid)|no mailbox here by that name|server does ?n.t handle mail for that user|does ?n.t handle mail for|undeliverable address|unable to find (?:alias|user|recipient)|invalid final delivery userid|user \(?@?\)? ?not (?:listed|found)/,
  },
  { name: 'unrouteable-address', type: 'hard', from: 'Exim', pattern: /unrout(?:e)?able (?:address|mail domain)/ },
  {
    name: 'access-denied-outlook',
    type: 'hard',
    from: 'Outlook: the tenant has no such recipient',
    pattern: /recipient address rejected: access denied/,
    status: ['5.4.1'],
  },
  {
    name: 'mailbox-unavailable',
    type: 'hard',
    from: 'RFC 5321, section 4.2.2; GMX, Outlook',
    pattern:
      /mailbox (?:is )?(?:currently )?(?:unavailable|not available|unknown)|mailbox name (?:not allowed|invalid)/,
    status: ['550', '553', '5.5.0', '5.0.0', '5.1.1', '5.2.0', '5.2.1'],
  },
  {
    name: 'address-rejected-cisco',
    type: 'hard',
    from: 'Cisco ESA',
    pattern: /5\.1\.0 address rejected|^address rejected/,
  },
  {
    name: 'user-unknown-de',
    type: 'hard',
    from: 'German servers',
    pattern:
      /(?:benutzer|empfanger|empfaenger|adressat|teilnehmer|adresse|konto|postfach|nutzer|mailbox|emailadresse)\b.{0,60}\b(?:unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ungultig|ungueltig|deaktiviert|gesperrt|nicht bekannt|geloscht|geloescht|gibt es nicht)|unbekannter (?:benutzer|empfanger|empfaenger)|kein (?:solcher|solches) (?:benutzer|empfanger|postfach)/,
  },
  {
    name: 'user-unknown-fr',
    type: 'hard',
    from: 'Orange, SFR, French servers',
    pattern:
      /(?:destinataire|utilisateur|adresse|boite aux lettres|compte|usager)\b.{0,60}\b(?:inconnue?|invalide|n.existe pas|n.existe plus|introuvable|desactivee?|inexistante?|supprimee?|ferme)/,
  },
  {
    name: 'user-unknown-es',
    type: 'hard',
    from: 'Spanish servers',
    pattern:
      /(?:destinatario|usuario|direccion|buzon|casilla|cuenta)\b.{0,60}\b(?:desconocid[oa]|no existe|inexistente|invalid[oa]|inactiv[oa]|no encontrad[oa]|no valid[oa]|deshabilitad[oa]|ha expirado|bloquead[oa])/,
  },
  {
    name: 'user-unknown-it',
    type: 'hard',
    from: 'Italian servers',
    pattern:
      /(?:destinatario|utente|indirizzo|casella|mailbox|account)\b.{0,60}\b(?:sconosciut[oa]|inesistente|non esiste|errato|disattivat[oa]|non valido|bloccato per inutilizzo)/,
  },
  {
    name: 'user-unknown-others',
    type: 'hard',
    from: 'Portuguese, Polish, Dutch, Russian servers',
    pattern:
      /usuario (?:desconhecido|inexistente)|nie istnieje|nie ma takiego|gebruiker .{0,20}onbekend|onbekende gebruiker|пользователь не наиден|несуществующ|не существует/,
  },
  // The domain.
  {
    name: 'null-mx',
    type: 'hard',
    from: 'RFC 7505',
    pattern:
      /null ?mx|does not accept (?:e-?)?mail|domain (?:does|is) not accept|no smtp service|doesn.t accept (?:e-?)?mail|nullmx/,
  },
  {
    name: 'domain-not-found',
    type: 'hard',
    from: 'Postfix, Exchange',
    pattern:
      /(?:host or domain name|domain name|recipient domain|domain) (?:was |is |could )?not (?:be )?found(?!.{0,40}try again)|nonexistentdomain|nxdomain|infodomainnonexistent|(?:domain|host|hostname) (?:name )?does(?: not|n.t) exist|nonexistent domain|no such (?:domain|host)|domain (?:is )?(?:unknown|invalid|not known)|bad destination (?:host|system)|unknown (?:host|domain)\b|invalid domain/,
  },
  {
    name: 'host-unknown',
    type: 'hard',
    from: 'sendmail, qmail',
    pattern:
      /\bhost ?(?:name )?(?:is )?unknown\b|couldn.t find any host (?:named|by that name)|weren.t able to find the recipient domain|(?:dns error|dns type).{0,60}(?:domain name not found|nxdomain)|no route found to domain/,
  },
];
