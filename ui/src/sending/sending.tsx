// The ways out: relays, and the domains that mail is signed for.
import { Domains } from './domains.tsx';
import { Relays } from './relays.tsx';

export function Sending() {
  return (
    <div className="stack wide">
      <Relays />
      <Domains />
    </div>
  );
}
