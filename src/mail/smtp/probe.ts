// Tests a relay and reports what is wrong with it, or in one line what it offers.
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type SmtpConnection from 'nodemailer/lib/smtp-connection';
import { inEnglish, type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { wireAddress } from '../address/addresses.ts';
import { isAboutUs } from '../bounce/about-us.ts';
import { replySplitter } from './answers.ts';
import { probeDirect } from './direct/probe.ts';
import { explainFault, publicLine } from './relay-faults.ts';
import type { Relay } from './relay-url.ts';
import { classifyReply, parseReply } from './replies.ts';
import { internalsOf, openSession, type SessionOptions } from './session.ts';

/**
 * `line`: `ok: …`, or the failed step and the reason; the latter as sentences too. Never holds the
 * password. `certificateUntil`: when the first of the certificates that the session rests on
 * expires, ms since 1970; absent: without TLS, or where none is checked.
 */
export type Probe = {
  works: boolean;
  line: string;
  sentences: readonly Sentence[];
  tookMs: number;
  certificateUntil?: number | undefined;
};

export type ProbeOptions = SessionOptions & {
  /** Also checks whether the server accepts mail from this address, to itself; none is sent. */
  from?: string | undefined;
  /** Limit for the whole probe, in ms. */
  deadlineMs?: number;
};

const DEADLINE_MS = 30_000;
/** A server that looks the recipient up may take long; nothing is known then. */
const RCPT_MS = 5_000;
/** No chain is longer; one that names itself as its authority has no end. */
const MOST_CERTIFICATES = 10;

/** Opens a session as delivery would, checks `from` when given, and closes it. Never rejects. */
export async function probeRelay(relay: Relay, options: ProbeOptions = {}): Promise<Probe> {
  if (relay.direct) return probeDirect(relay, relay.direct, options);
  const started = performance.now();
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const heard: string[] = [];
  let connection: SmtpConnection | undefined;
  let expired = false;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      expired = true;
      reject(new Error('too slow'));
    }, deadlineMs);
  });
  const opening = openSession(relay, patienceOf(options, deadlineMs), {
    made: (made) => {
      connection = made;
    },
    heard: (text) => void heard.push(text),
  });
  opening.catch(() => undefined); // nobody waits for it after the deadline
  const answer = async (): Promise<Probe> => {
    const session = await opening;
    const mail = options.from === undefined ? undefined : await askAbout(session, options.from, relay);
    const tookMs = performance.now() - started;
    if (mail && 'refusal' in mail) return failed(mail.refusal, tookMs);
    const found = [
      greetingOf(heard),
      ...capabilities(session, relay),
      ...(mail ? [`MAIL accepted (${mail.reply})`] : []),
    ];
    const line = `ok: ${[...found, `took ${Math.round(tookMs)} ms`].join(', ')}`;
    const certificateUntil = relay.verifyTls ? validUntil(internalsOf(session)._socket) : undefined;
    return { works: true, line: publicLine(line, relay), sentences: [], tookMs, certificateUntil };
  };
  try {
    return await Promise.race([answer(), deadline]);
  } catch (error) {
    const why = expired ? say('smtp-slow', { seconds: deadlineMs / 1000 }) : refusal(error, relay, connection, heard);
    return failed(why, performance.now() - started);
  } finally {
    clearTimeout(timer);
    if (connection) leave(connection);
  }
}

function patienceOf(options: ProbeOptions, deadlineMs: number): SessionOptions {
  const stepMs = Math.round(deadlineMs / 3);
  return {
    ...options,
    connectTimeoutMs: options.connectTimeoutMs ?? stepMs,
    greetingTimeoutMs: options.greetingTimeoutMs ?? stepMs,
    replyTimeoutMs: options.replyTimeoutMs ?? Math.round(deadlineMs / 2), // longer than the greeting's, whose error is more specific
  };
}

/** Sends QUIT; the connection is closed whether or not the server replies. */
function leave(connection: SmtpConnection): void {
  connection.quit();
  setTimeout(() => connection.close(), 1000).unref();
}

/** The result of a probe that says why not. */
const failed = (why: Sentence, tookMs: number): Probe => {
  return { works: false, line: inEnglish(why), sentences: [why], tookMs };
};

function refusal(error: unknown, relay: Relay, connection: SmtpConnection | undefined, heard: string[]): Sentence {
  const reason = explainFault(error, relay);
  const isMute = connection !== undefined && heard.length === 0;
  return isMute && reason.code === 'smtp-closed' ? say('smtp-greeting-closed') : reason;
}

/** The earliest end of the server's certificate and of those above it; undefined without TLS. */
function validUntil(socket: Socket): number | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const ends: number[] = [];
  for (let one = socket.getPeerX509Certificate(); one && ends.length < MOST_CERTIFICATES; one = one.issuerCertificate) {
    ends.push(one.validToDate.getTime());
  }
  return ends.length === 0 ? undefined : Math.min(...ends);
}

function greetingOf(heard: readonly string[]): string {
  return (heard[0] ?? '').replace(/^220[ -]/, '').replace(/\r?\n220[ -]/g, ' ');
}

/** The negotiated TLS version, login method and extensions. */
function capabilities(connection: SmtpConnection, relay: Relay): string[] {
  const { secure, _socket, _supportedExtensions, _maxAllowedSize, _authMethod } = internalsOf(connection);
  const tls = secure ? (_socket.getProtocol?.() ?? 'TLS').replace(/^TLSv/, 'TLS ') : 'no TLS';
  const extensions = _supportedExtensions.map((name) =>
    name === 'SIZE' && _maxAllowedSize > 0 ? `SIZE ${_maxAllowedSize}` : name,
  );
  return [tls, relay.user === undefined ? 'no AUTH' : `AUTH ${_authMethod || 'done'}`, ...extensions];
}

/**
 * Sends MAIL and RCPT; QUIT, which follows, ends the transaction (RFC 5321, section 4.1.1.10). Many
 * servers say what they have against a sender only after RCPT (Postfix: smtpd_delay_reject), which
 * names the sender too: what is said of that mailbox counts for nothing.
 * @returns what the server answered to MAIL, or why it does not take the sender
 */
async function askAbout(
  connection: SmtpConnection,
  from: string,
  relay: Relay,
): Promise<{ reply: string } | { refusal: Sentence }> {
  const address = wireAddress(from);
  if (address === undefined) return { refusal: say('smtp-sender', { address: from }) };
  const reply = await command(connection, `MAIL FROM:<${address}>`);
  if (!isYes(reply)) return { refusal: say('smtp-refused', { step: 'MAIL', reply: publicLine(reply, relay) }) };
  const patience = sleep(RCPT_MS, undefined, { ref: false });
  const rcpt = await Promise.race([command(connection, `RCPT TO:<${address}>`), patience]).catch(() => undefined);
  const answer = rcpt && parseReply(rcpt);
  if (rcpt && answer && isAboutUs(classifyReply(answer))) {
    return { refusal: say('smtp-refused', { step: 'RCPT', reply: publicLine(rcpt, relay) }) };
  }
  return { reply };
}

/** Whether delivery would take the reply for a yes: three digits, and all lines of one mind. */
function isYes(reply: string): boolean {
  let code = 0;
  const split = replySplitter(
    (answer) => {
      code = answer.code;
      return false;
    },
    () => undefined,
  );
  split(Buffer.from(`${reply}\n`));
  return code >= 200 && code < 300;
}

/** Sends one command. @returns the server's reply */
function command(connection: SmtpConnection, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('Connection closed unexpectedly')));
    internalsOf(connection)._responseActions.push(resolve);
    internalsOf(connection)._sendCommand(text);
  });
}
