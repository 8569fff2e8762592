// What something was done to: its name, and the way to it where it has a screen.
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../api/accounts/audit.ts';

export function ObjectName({ object: { kind, id, name } }: { object: NonNullable<AuditEntry['object']> }) {
  if (name === null) return <span className="mono">{id}</span>;
  if (kind === 'campaign')
    return (
      <Link to="/campaigns/$campaignUid" params={{ campaignUid: id }}>
        {name}
      </Link>
    );
  if (kind === 'list')
    return (
      <Link to="/lists/$listUid" params={{ listUid: id }}>
        {name}
      </Link>
    );
  if (kind === 'template')
    return (
      <Link to="/templates/$templateUid" params={{ templateUid: id }}>
        {name}
      </Link>
    );
  return name;
}
