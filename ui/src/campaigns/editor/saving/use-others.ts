// Who else has the campaign open. It is said again every 20 seconds, as it holds for a minute.
import { useEffect, useState } from 'react';
import { endEditing, noteEditing, type OtherEditor } from '../../../api/campaigns/drafts.ts';
import { TAB } from '../../../kit/form/unsaved.ts';

const AGAIN_MS = 20_000;

export function useOthers(uid: string, isEditing: boolean): readonly OtherEditor[] {
  const [others, setOthers] = useState<readonly OtherEditor[]>([]);
  useEffect(() => {
    if (!isEditing) return undefined;
    let isOver = false;
    const note = async () => {
      const found = await noteEditing(uid, TAB).catch(() => undefined); // the server is away: as before
      if (found && !isOver) setOthers(found);
    };
    const end = () => void endEditing(uid, TAB);
    void note();
    const timer = setInterval(() => void note(), AGAIN_MS);
    window.addEventListener('focus', note);
    window.addEventListener('pagehide', end);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('focus', note);
      window.removeEventListener('pagehide', end);
      end();
    };
  }, [uid, isEditing]);
  return others;
}
