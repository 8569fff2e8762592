// What was found when the installation was last examined, and examining it, for operators.

import type { components } from '@mailwright/client/schema';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../client.ts';

export type ExaminedCheck = components['schemas']['ExaminedCheck'];
export type Finding = components['schemas']['Finding'];
export type Check = ExaminedCheck['check'];

/** Where the last examination can be had as JSON. */
export const EXAMINATION_PATH = '/api/installation/examination';

export const examinationQuery = queryOptions({
  queryKey: ['installation', 'examination'],
  queryFn: async () => (await answerOf(api.GET('/installation/examination'))).data.checks,
});

/** Of these there is an answer at once, and none of them asks another machine. */
export const AT_A_GLANCE: readonly Check[] = ['disk', 'backup'];

/** How disk and backups stand now: looked at anew, at most every five minutes. */
export const glanceQuery = queryOptions({
  queryKey: ['installation', 'glance'],
  queryFn: async () => {
    const examine = async (check: Check) =>
      (await answerOf(api.POST('/installation/examination', { body: { check } }))).data.checks;
    return (await Promise.all(AT_A_GLANCE.map(examine))).flat().flatMap(({ findings }) => findings);
  },
  staleTime: 300_000,
});

/** Examines one thing after the other, all at once; what is found is shown as soon as it is there. */
export function useExamine() {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<ReadonlySet<Check>>(new Set());
  const [fault, setFault] = useState<string>();
  const examine = async (check: Check) => {
    try {
      const { checks } = (await answerOf(api.POST('/installation/examination', { body: { check } }))).data;
      const [found] = checks;
      queryClient.setQueryData(examinationQuery.queryKey, (known) =>
        known?.map((one) => (found && one.check === found.check ? found : one)),
      );
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
    setRunning((before) => new Set([...before].filter((one) => one !== check)));
  };
  const start = (checks: readonly Check[]) => {
    setFault(undefined);
    setRunning(new Set(checks));
    for (const check of checks) void examine(check);
  };
  return { running, fault, start };
}
