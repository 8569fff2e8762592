// Ready? What stands in the way, what would be better, a test, and sending with its number.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMay, useSession } from '../../../api/accounts/session.ts';
import { answerOf, api } from '../../../api/client.ts';
import { askServerClock } from '../../../api/server-clock.ts';
import { useFormat } from '../../../api/use-format.ts';
import { useOnce } from '../../../kit/form/use-once.ts';
import { Loading, Notice, Refused } from '../../../kit/notice.tsx';
import { Button, ButtonLink, Dialog, TextField } from '../../../kit/parts.tsx';
import { toast } from '../../../kit/toast.ts';
import type { Draft } from '../saving/use-draft.ts';
import { usePeopleWords } from '../variants/people-words.ts';
import { useTested } from '../variants/use-test.ts';
import { kindOf } from '../when/when.tsx';
import { audienceOf } from '../who/lists.ts';
import { Checks } from './checks.tsx';
import { checksQuery } from './checks-query.ts';
import { focusMember } from './focus-member.ts';
import { useLeft } from './use-left.ts';

/** What was sent by mistake can be called back for this long. */
const UNDO_MS = 30_000;

export function ReadyDialog({ draft }: { draft: Draft }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const member = useRef<string>(undefined);
  const mayEdit = useMay('edit');
  if (!mayEdit) return null;
  const open = async () => {
    setSaving(true);
    const isSaved = await draft.flush();
    setSaving(false);
    if (isSaved) setOpen(true);
    else toast(t`Your text is not saved yet, and only saved text is checked.`, 'bad');
  };
  const close = (mend?: string) => {
    member.current = mend;
    setOpen(false);
  };
  const onClosed = () => (member.current === undefined ? opener.current?.focus() : focusMember(member.current));
  return (
    <>
      <Button ref={opener} loading={isSaving} onClick={() => void open()}>{t`Test and send…`}</Button>
      <Dialog
        opened={isOpen}
        onClose={() => close()}
        size="lg"
        title={t`Ready?`}
        returnFocus={false}
        onExitTransitionEnd={onClosed}
      >
        <Ready draft={draft} close={close} />
      </Dialog>
    </>
  );
}

/** After that, a test mail that no relay takes has been tried. */
const TRIED_MS = 4_000;

function Ready({ draft, close }: { draft: Draft; close: (member?: string) => void }) {
  const { t } = useLingui();
  const { uid } = draft;
  const tested = useTested(draft);
  const checks = useQuery(checksQuery(uid));
  const mend = (member: string) => {
    if (member === 'test') focusMember('test');
    else close(member);
  };
  const told = checks.data?.find(({ id }) => id === 'audience')?.data as { recipients?: number } | undefined;
  const hasList = draft.get('list_uid') !== '' && draft.stored.not_opened_of === undefined;
  const counted = useQuery({
    ...audienceOf(draft),
    enabled: hasList,
  });
  const recipients = counted.data?.gets ?? told?.recipients;
  const askAgain = () => {
    void checks.refetch();
    setTimeout(() => void checks.refetch(), TRIED_MS);
  };
  // What can be pressed comes with what stands above it: it would be pushed away.
  const isAgain = checks.errorUpdateCount > 0; // then an address may be typed below
  if (checks.isPending && !isAgain) return <Loading label={t`Checking`} />;
  return (
    <div className="stack">
      <Refused query={checks} />
      {checks.isPending && <Loading label={t`Checking`} />}
      {recipients === undefined && <Refused query={counted} />}
      {checks.data && (
        <div ref={keepRoom}>
          <Checks checks={checks.data} onMend={mend} />
        </div>
      )}
      <TestMail draft={draft} onSent={askAgain} />
      {tested?.isFirst === false ? (
        <BeginsWithFirst firstUid={tested.firstUid} />
      ) : (
        <Send
          draft={draft}
          blocking={checks.data ? checks.data.filter(({ state }) => state === 'blocking').length : undefined}
          recipients={recipients}
          isChecking={checks.isFetching}
          isUncounted={counted.isError}
          close={() => close()}
        />
      )}
    </div>
  );
}

/** The buttons below stay where they are when a check that is made again says less. */
function keepRoom(checks: HTMLElement | null): void {
  if (checks) checks.style.minHeight = `${checks.offsetHeight}px`;
}

function TestMail({ draft, onSent }: { draft: Draft; onSent: () => void }) {
  const { t } = useLingui();
  const session = useSession();
  const once = useOnce();
  const [to, setTo] = useState(session.user.email);
  const test = useMutation({
    mutationFn: () => {
      const params = { path: { campaign_uid: draft.uid } };
      const emails = to.replaceAll(';', ','); // as mail programs write several
      return answerOf(api.POST('/campaigns/{campaign_uid}/test', { params, body: { emails } }));
    },
    onSuccess() {
      toast(t`The test is on its way to ${to}`);
      onSent();
    },
  });
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    once('test', test.mutateAsync);
  };
  return (
    <form className="stack close" onSubmit={submit} noValidate>
      <div className="row test-mail">
        <TextField
          label={t`Send a test to`}
          description={t`Up to ten addresses, separated by commas`}
          data-member="test"
          value={to}
          error={test.error?.message}
          onChange={(event) => setTo(event.target.value)}
        />
        <Button type="submit" variant="default" loading={test.isPending}>
          {t`Send test`}
        </Button>
      </div>
    </form>
  );
}

/** In the place of sending, for a variant. */
function BeginsWithFirst({ firstUid }: { firstUid: string }) {
  const { t } = useLingui();
  return (
    <div className="row apart send">
      <p className="quiet">{t`A variant is not sent on its own: it starts together with A.`}</p>
      <ButtonLink variant="default" to="/campaigns/$campaignUid" params={{ campaignUid: firstUid }}>
        {t`Back to A`}
      </ButtonLink>
    </div>
  );
}

type SendProps = {
  draft: Draft;
  /** How many checks are in the way; undefined: nobody knows. */
  blocking: number | undefined;
  isChecking: boolean;
  recipients: number | undefined;
  /** Counting them failed. */
  isUncounted: boolean;
  close: () => void;
};

function Send({ draft, blocking, isChecking, recipients, isUncounted, close }: SendProps) {
  const { t } = useLingui();
  const format = useFormat();
  const once = useOnce();
  const maySend = useMay('send');
  const kind = kindOf(draft);
  const at = draft.get('send_at_iso');
  const left = useLeft(kind === 'at' && at !== null ? Date.parse(at) : undefined);
  const isPlanned = at !== null && left !== undefined && left > 0;
  const send = useMutation({
    async mutationFn() {
      const now = await askServerClock();
      const isLater = kind === 'recurring' || (kind === 'at' && at !== null && Date.parse(at) > now);
      const time = isLater ? (at ?? undefined) : new Date(now + UNDO_MS).toISOString();
      const params = { path: { campaign_uid: draft.uid } };
      await answerOf(api.POST('/campaigns/{campaign_uid}/send', { params, body: { send_at_iso: time } }));
      await draft.reload();
    },
    onSuccess: close,
  });
  const needsPeople = kind === 'now' || kind === 'at';
  const why = !maySend
    ? t`Your role can write, but not send.`
    : blocking === undefined
      ? isChecking
        ? t`Still checking.`
        : t`It could not be checked.`
      : blocking > 0
        ? t`You can send it once this is fixed.`
        : needsPeople && recipients === undefined
          ? isUncounted
            ? t`The people who get it could not be counted.`
            : t`Still counting who gets it.`
          : needsPeople && recipients === 0
            ? t`No one would get it.`
            : undefined;
  const people = usePeopleWords(draft)(recipients ?? 0);
  const isForAll = kind === 'after' && draft.get('options.autoresponder_include_current') === 'yes';
  const now = recipients === undefined ? t`Send now` : t`Send to ${people} now`;
  const label = {
    now,
    at: isPlanned ? t`Schedule for ${format.instant(Date.parse(at))}, to ${people}` : now,
    recurring: t`Start it`,
    after: t`Switch it on`,
  };
  return (
    <>
      {send.error && <Notice tone="bad">{send.error.message}</Notice>}
      {isForAll && recipients !== undefined && (
        <Notice tone="info">
          {t`It is also sent to people already on the list, up to ${people}: immediately, if their time has come.`}
        </Notice>
      )}
      <div className="row apart send">
        <p className="quiet">
          {why ??
            (isPlanned || kind === 'recurring'
              ? t`You can move it back to draft until it starts.`
              : t`You can undo this for 30 seconds.`)}
        </p>
        <Button disabled={why !== undefined} loading={send.isPending} onClick={() => once('send', send.mutateAsync)}>
          {label[kind]}
        </Button>
      </div>
    </>
  );
}
