// The URL of another database on the same server, or servers.

/** @param url of a PostgreSQL server; it may name several hosts, which the URL class cannot read */
export function databaseAt(url: string, name: string): string {
  return url.replace(/^([^/]+\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name}`);
}
