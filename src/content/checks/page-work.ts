// What is done with long pages beside the thread that answers requests, as plain data. Pure.
import { withExamples } from '../frame/example.ts';
import { framed } from '../frame/framed.ts';
import { lookAtPage, type PageJob, type PageResult } from './page.ts';

/** A template as an invented person gets it, in a frame. */
export type ExampleJob = {
  html: string;
  around: Parameters<typeof withExamples>[1];
  options: Parameters<typeof framed>[1];
};
export type PageWork = { kind: 'look'; job: PageJob } | { kind: 'example'; job: ExampleJob };

export function doPageWork(work: PageWork): PageResult | string {
  return work.kind === 'look' ? lookAtPage(work.job) : exampleOf(work.job);
}

/** The page of an ExampleJob. */
export function exampleOf({ html, around, options }: ExampleJob): string {
  return framed(withExamples(html, around), options);
}
