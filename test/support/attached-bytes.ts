// The bytes of the files in a message as it came over the wire. PostalMime does not keep them: it
// gives text another line end, and one more.

/** The content of each attachment, in order; 7bit, quoted-printable (RFC 2045, 6.7) or base64. */
export function attachedBytes(source: string): Buffer[] {
  const boundary = /^Content-Type: multipart\/mixed; boundary="(.*)"\r$/m.exec(source)?.[1];
  const parts = source.split(`\r\n--${boundary}`).slice(2, -1);
  return parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    const [head, content] = [part.slice(0, end), part.slice(end + 4)];
    const encoding = /^Content-Transfer-Encoding: (.*)\r$/m.exec(head)?.[1];
    if (encoding === 'base64') return Buffer.from(content, 'base64');
    if (encoding === '7bit') return Buffer.from(content, 'latin1');
    const joined = content.replaceAll('=\r\n', '');
    return Buffer.from(
      joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    );
  });
}
