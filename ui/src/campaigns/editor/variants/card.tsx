// Testing a campaign in variants: which there are, how many people get them, what decides, and what
// will happen. One line while it is not used.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type AbTest,
  addVariant,
  MOST_VARIANTS,
  removeTest,
  setTest,
  type Variant,
} from '../../../api/campaigns/ab-tests.ts';
import { answerOf, api, faultsOf } from '../../../api/client.ts';
import { ConfirmButton } from '../../../kit/confirm-button.tsx';
import { DialogButton } from '../../../kit/dialog-button.tsx';
import { Form } from '../../../kit/form/form.tsx';
import { Card } from '../../../kit/page/page.tsx';
import { TextField } from '../../../kit/parts.tsx';
import { toast } from '../../../kit/toast.ts';
import type { Draft } from '../saving/use-draft.ts';
import { ownTimeOf } from '../when/own-time.tsx';
import { kindOf } from '../when/when.tsx';
import { audienceOf, furtherOf } from '../who/lists.ts';
import { Settings } from './settings.tsx';
import { useTested } from './use-test.ts';
import './variants.css';
import { Awaited } from '../../../kit/notice.tsx';
import { usePlan } from './words.ts';

export function VariantsCard({ draft, isReadOnly }: { draft: Draft; isReadOnly: boolean }) {
  const { t } = useLingui();
  const tested = useTested(draft);
  const kind = kindOf(draft);
  if (tested && !tested.isFirst) return null;
  if (tested && !tested.test) return <Awaited />;
  if (tested?.test) return <Used draft={draft} test={tested.test} isReadOnly={isReadOnly} />;
  if (isReadOnly || kind === 'recurring' || kind === 'after') return null;
  return (
    <Card title={t`A/B test`}>
      <div className="row apart" data-member="ab-test">
        <p className="quiet variants-about">
          {t`Send two or more variants to some of the people, and the better one to everyone else.`}
        </p>
        <DialogButton
          label={t`Test variants…`}
          title={t`Test variants`}
          variant="default"
          isCompact
          why={
            furtherOf(draft).length > 0
              ? t`Not available with several lists: a test divides up the people on one.`
              : ownTimeOf(draft)
                ? t`Not available with each recipient’s own time`
                : undefined
          }
        >
          {(close) => <NewVariant draft={draft} letter="B" isFirstOne close={close} />}
        </DialogButton>
      </div>
    </Card>
  );
}

function Used({ draft, test, isReadOnly }: { draft: Draft; test: AbTest; isReadOnly: boolean }) {
  const { t } = useLingui();
  const plan = usePlan();
  const queryClient = useQueryClient();
  const isKnown = draft.get('list_uid') !== '' && draft.stored.not_opened_of === undefined;
  const audience = useQuery({
    ...audienceOf(draft),
    enabled: isKnown,
  });
  const people = isKnown ? audience.data?.gets : undefined;
  const count = test.variants.length;
  const next = String.fromCharCode(65 + count);
  const remove = async () => {
    await removeTest(draft.uid);
    await draft.reload();
    await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    toast(t`The A/B test was removed`);
  };
  return (
    <Card
      title={t`A/B test`}
      actions={
        !isReadOnly && (
          <ConfirmButton
            label={t`Remove the test`}
            about={t`Remove the test`}
            title={t`Remove the A/B test?`}
            onConfirm={remove}
          >
            {count > 1
              ? t`Its other variants and their content are removed as well. This campaign stays and is sent to everyone. This cannot be undone.`
              : t`This campaign stays and is sent to everyone.`}
          </ConfirmButton>
        )
      }
    >
      <div className="stack" data-member="ab-test">
        <ul className="attached variants" aria-label={t`Variants`}>
          {test.variants.map((variant) => (
            <Row key={variant.campaign_uid} draft={draft} variant={variant} isReadOnly={isReadOnly} />
          ))}
        </ul>
        {!isReadOnly && (
          <div className="row">
            <DialogButton
              label={t`Add variant ${next}…`}
              title={t`Add variant ${next}`}
              variant="default"
              isCompact
              why={count >= MOST_VARIANTS ? t`A test can have at most five variants.` : undefined}
            >
              {(close) => <NewVariant draft={draft} letter={next} close={close} />}
            </DialogButton>
          </div>
        )}
        <Settings draft={draft} test={test} />
        <p className="variants-plan" aria-live="polite">
          {count < 2
            ? t`One variant is not a test: add another one, or remove the test.`
            : plan(test, people ?? undefined)}
        </p>
      </div>
    </Card>
  );
}

function Row({ draft, variant, isReadOnly }: { draft: Draft; variant: Variant; isReadOnly: boolean }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { letter, campaign_uid: campaignUid, from_name, from_email } = variant;
  const isOwn = campaignUid === draft.uid;
  const subject = isOwn ? draft.get('subject') : variant.subject;
  const sender = isOwn
    ? { name: draft.get('from_name'), email: draft.get('from_email') }
    : { name: from_name, email: from_email };
  const remove = async () => {
    await answerOf(api.DELETE('/campaigns/{campaign_uid}', { params: { path: { campaign_uid: campaignUid } } }));
    await queryClient.invalidateQueries({ queryKey: ['campaign', draft.uid, 'ab-test'] });
    await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    toast(t`Variant ${letter} was removed`);
  };
  return (
    <li className="variant">
      <b className="letter">{letter}</b>
      <div>
        {isOwn ? (
          <span>{subject || <span className="quiet">{t`No subject yet`}</span>}</span>
        ) : (
          <Link to="/campaigns/$campaignUid" params={{ campaignUid }}>
            {subject || t`No subject yet`}
          </Link>
        )}
        <span className="small">
          {sender.email === '' ? t`No sender yet` : `${sender.name} <${sender.email}>`}
          {isOwn && ` · ${t`this campaign`}`}
        </span>
      </div>
      {!isOwn && !isReadOnly && (
        <ConfirmButton
          label={t`Remove`}
          about={t`Remove variant ${letter}`}
          title={t`Remove variant ${letter}?`}
          onConfirm={remove}
        >
          {t`Its content is removed as well. This cannot be undone.`}
        </ConfirmButton>
      )}
    </li>
  );
}

type NewVariantProps = { draft: Draft; letter: string; isFirstOne?: boolean; close: () => void };

/** Asks the subject; with the first one the test is made. */
function NewVariant({ draft, letter, isFirstOne = false, close }: NewVariantProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [subject, setSubject] = useState(draft.get('subject'));
  const isSame = subject.trim() === draft.get('subject').trim();
  const add = useMutation({
    async mutationFn({ goesThere }: { goesThere: boolean }) {
      if (!(await draft.flush())) throw new Error(t`Your text is not saved yet. Please try again once it is.`);
      if (isFirstOne) await setTest(draft.uid, { percent: 20, decided_by: deciderOf(draft), wait_minutes: 240 });
      const campaignUid = await addVariant(draft.uid, subject.trim());
      await draft.reload();
      await queryClient.invalidateQueries({ queryKey: ['campaign', draft.uid, 'ab-test'] });
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      close();
      if (goesThere) await navigate({ to: '/campaigns/$campaignUid', params: { campaignUid } });
    },
  });
  return (
    <Form
      submit={t`Add variant ${letter}`}
      isPending={add.isPending}
      isDisabled={subject.trim() === ''}
      fault={add.error}
      onSubmit={() => add.mutate({ goesThere: isSame })}
    >
      <TextField
        label={t`Subject of ${letter}`}
        data-autofocus
        value={subject}
        maxLength={255}
        error={faultsOf(add.error)['subject']}
        onChange={(event) => setSubject(event.target.value)}
      />
      <p className="small">
        {isSame
          ? t`${letter} starts as a copy of this campaign and opens right away, so that you can change something else in it.`
          : t`${letter} starts as a copy of this campaign. You can open it and change anything else, too.`}
      </p>
    </Form>
  );
}

/** What can decide, of what is counted. */
function deciderOf(draft: Draft): AbTest['decided_by'] {
  if (draft.get('options.open_tracking') === 'yes') return 'opens';
  return draft.get('options.url_tracking') === 'yes' ? 'clicks' : 'hand';
}
